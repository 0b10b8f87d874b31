import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  agentIcon,
  sessionDescription,
  sessionLabel,
  sessionSpoken,
  sessionTooltip,
} from '../../../../src/panel/transcripts/sessionLabels.ts';
import {
  dayLabel,
  groupSessions,
  type AgentNode,
  type SessionNode,
} from '../../../../src/panel/transcripts/sessionTree.ts';
import type { TranscriptRow } from '../../../../src/ports/transcripts.ts';

const now = new Date(2026, 10, 30, 12).getTime();
const hour = 3_600_000;

function row(path: string, modified: number, more: Partial<TranscriptRow> = {}): TranscriptRow {
  return {
    ...{ path, format: 'made', agent: 'Codex', id: path, title: '', folder: '' },
    ...{ bytes: 1500, modified, model: '', ...more },
  };
}

function shapeOf(agents: readonly AgentNode[]): unknown {
  return agents.map(({ agent, days }) => [
    agent,
    days.map(({ label, sessions }) => [label, sessions.map((one) => one.row.path)]),
  ]);
}

describe('the tree of sessions', () => {
  it('groups by agent and day, everything newest first', () => {
    const rows = [
      row('old', now - 50 * hour),
      row('a', now - hour),
      row('c', now - 13 * hour, { agent: 'Claude Code' }),
      row('b', now - 2 * hour),
      row('d', now, { agent: 'Claude Code' }),
    ];

    const agents = groupSessions(rows, new Map(), new Map(), now);

    assert.deepEqual(shapeOf(agents), [
      [
        'Claude Code',
        [
          ['Today', ['d']],
          ['Yesterday', ['c']],
        ],
      ],
      [
        'Codex',
        [
          ['Today', ['a', 'b']],
          ['Sat, 28 Nov 2026', ['old']],
        ],
      ],
    ]);
    assert.deepEqual(
      agents.map(({ count, days }) => [count, days.map(({ newest }) => newest)]),
      [
        [2, [true, false]],
        [3, [true, false]],
      ],
    );
  });

  it('moves a session that grows to today', () => {
    const rows = [row('a', now - 50 * hour), row('b', now - 60 * hour)];
    const live = new Map([
      ['b', { calls: 3, bytes: 9, grown: now }],
      ['a', { calls: 1, bytes: 9 }],
    ]);

    const agents = groupSessions(rows, live, new Map(), now);

    assert.deepEqual(shapeOf(agents), [
      [
        'Codex',
        [
          ['Today', ['b']],
          ['Sat, 28 Nov 2026', ['a']],
        ],
      ],
    ]);
  });

  it('has each file once and loses none, whatever the times are', () => {
    const rows = fc.array(
      fc.record({
        path: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
        agent: fc.constantFrom('Codex', 'Cline'),
        modified: fc.integer({ min: 0, max: now + 100 * hour }),
      }),
    );
    fc.assert(
      fc.property(rows, (list) => {
        const agents = groupSessions(
          list.map(({ path, modified, agent }) => row(path, modified, { agent })),
          new Map(),
          new Map(),
          now,
        );

        const sessions = agents.flatMap(({ days }) => days.flatMap((day) => day.sessions));
        const paths = sessions.map((one) => one.row.path);
        assert.deepEqual(paths.toSorted(), [...new Set(list.map(({ path }) => path))].toSorted());
        for (const { days, agent } of agents) {
          const times = days.flatMap((day) => day.sessions.map((one) => one.lastActivity));
          assert.deepEqual(
            times,
            times.toSorted((a, b) => b - a),
          );
          assert.equal(new Set(days.map(({ day }) => day)).size, days.length);
          assert.ok(days.every((day) => day.sessions.every((one) => one.row.agent === agent)));
        }
      }),
    );
  });

  it('names days by the calendar, not by hours', () => {
    const morning = new Date(2026, 10, 30, 0, 5).getTime();

    assert.equal(dayLabel(morning - 10 * 60_000, morning), 'Yesterday');
    assert.equal(dayLabel(morning + 23 * hour, morning), 'Today');
    assert.equal(dayLabel(morning + 24 * hour, morning), 'Tue, 1 Dec 2026');
    assert.equal(dayLabel(morning - 25 * hour, morning), 'Sat, 28 Nov 2026');
  });
});

describe('a session in the tree', () => {
  const node = (more: Partial<TranscriptRow>, live?: SessionNode['live']): SessionNode => ({
    kind: 'session',
    row: row('/s/one.jsonl', now - 3 * hour, more),
    lastActivity: now - 3 * hour,
    ...(live && { live }),
  });

  it('is called by its title on one short line, or by its id', () => {
    assert.equal(sessionLabel(row('x', 0, { title: ' Mend\n the\tparser ' })), 'Mend the parser');
    assert.equal(sessionLabel(row('x', 0, { id: '98b76fb9-f5d3' })), 'Session 98b76fb9');
    assert.equal(sessionLabel(row('x', 0, { title: 'y'.repeat(500) })).length, 120);
  });

  it('tells size, calls as far as they are known, last activity, and whether it is followed', () => {
    assert.equal(sessionDescription(node({}), now), '1.5 kB · 3 h');
    assert.equal(sessionDescription(node({ calls: 1 }), now), '1.5 kB · 1 call · 3 h');
    assert.equal(
      sessionDescription(node({ calls: 1 }, { calls: 12, bytes: 2500 }), now),
      'live · 2.5 kB · 12 calls · 3 h',
    );
    assert.equal(
      sessionSpoken(node({ title: 'Mend' }, { calls: 12, bytes: 9 }), now),
      'Mend, followed, 12 calls, last active 3 h ago',
    );
    assert.equal(
      sessionSpoken({ ...node({}), lastActivity: now }, now).endsWith('active now'),
      true,
    );
  });

  it('says that it is kept, and that its file is gone', () => {
    const kept = { bytes: 1_300_000, updated: now - 3 * hour, lost: false };
    const lost = { ...node({}), kept: { ...kept, lost: true } };

    assert.equal(sessionDescription({ ...node({}), kept }, now), 'kept · 1.5 kB · 3 h');
    assert.equal(sessionDescription(lost, now), 'kept, file gone · 1.5 kB · 3 h');
    assert.match(sessionSpoken(lost, now), /, kept, file gone, last active/);
    assert.match(sessionTooltip(lost), /\nFile: .*one\.jsonl \(not there any more\)\n/);
    assert.match(sessionTooltip(lost), /\nKept: 1\.3 MB, 30 Nov 2026, 09:00$/);
  });

  it('tells the rest in its tooltip, and nothing that is not known', () => {
    const known = { model: 'm-1', folder: '/w/a', started: now - 4 * hour };

    assert.deepEqual(sessionTooltip(node(known)).split('\n'), [
      'Session /s/one.j',
      'Agent: Codex',
      'Model: m-1',
      'Folder: /w/a',
      'File: /s/one.jsonl',
      'Size: 1.5 kB',
      'Started: 30 Nov 2026, 08:00',
      'Last activity: 30 Nov 2026, 09:00',
    ]);
    assert.doesNotMatch(sessionTooltip(node({})), /Model|Folder|Started|Followed/);
  });

  it('has the icon of its agent, or one for any', () => {
    assert.equal(agentIcon('Claude Code'), 'claude');
    assert.equal(agentIcon('Another'), 'comment-discussion');
  });
});
