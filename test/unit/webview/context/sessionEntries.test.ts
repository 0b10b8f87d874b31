import assert from 'node:assert/strict';
import type { SessionItem } from '../../../../src/protocol/sessions.ts';
import {
  SessionEntries,
  lineOf,
  lineAfterKey,
  sessionLabel,
  whenText,
} from '../../../../webview/context/data/sessionEntries.ts';
import { dayText } from '../../../../webview/chips/chipRules.ts';

const noon = new Date(2026, 4, 20, 12).getTime();
const day = 86_400_000;

function item(key: string, more: Partial<SessionItem> = {}): SessionItem {
  return {
    ...{ key, agent: 'Codex', title: key, folder: '/home/me/project', updated: noon },
    ...{ live: false, kept: false },
    ...more,
  };
}

const items = [
  item('parser'),
  item('release', { agent: 'Claude Code' }),
  item('leak', { updated: noon - day, folder: '/home/me/engine' }),
  item('tests', { updated: noon - day, agent: 'Claude Code' }),
];

function made(search: string, group: 'day' | 'agent'): SessionEntries {
  const list = new SessionEntries();
  list.update(items, search, group);
  return list;
}

const shown = ({ entries }: SessionEntries): readonly string[] =>
  entries.map((entry) => (entry.kind === 'group' ? `# ${entry.title}` : entry.row.id));

describe('the list of sessions', () => {
  it('is grouped by day or by agent, each group where its first session stands', () => {
    assert.deepEqual(shown(made('', 'day')), [
      ...[`# ${dayText(noon)}`, 'parser', 'release'],
      ...[`# ${dayText(noon - day)}`, 'leak', 'tests'],
    ]);
    assert.deepEqual(shown(made('', 'agent')), [
      ...['# Codex', 'parser', 'leak', '# Claude Code', 'release', 'tests'],
    ]);
  });

  it('is searched in titles, agents and folders, and in one of them by its name', () => {
    assert.deepEqual(shown(made('engine', 'agent')), ['# Codex', 'leak']);
    assert.deepEqual(shown(made('CLAUDE rel', 'agent')), ['# Claude Code', 'release']);
    assert.deepEqual(shown(made('folder:engine', 'agent')), ['# Codex', 'leak']);
    assert.deepEqual(shown(made('title:claude', 'agent')), []);
    assert.equal(made('e', 'day').found, 4);
  });

  it('is another one when other sessions are there', () => {
    const list = made('', 'agent');
    list.update([item('new'), ...items], '', 'agent');

    assert.equal(lineOf(list.entries, 'new'), 1);
    assert.equal(lineOf(list.entries, 'gone'), -1);
  });

  it('is walked through from session to session, past the titles, and stops at its ends', () => {
    const { entries } = made('', 'day');
    const walk = (at: number, key: Parameters<typeof lineAfterKey>[2]): number =>
      lineAfterKey(entries, at, key, 3);

    assert.equal(walk(2, 'ArrowDown'), 4);
    assert.equal(walk(4, 'ArrowUp'), 2);
    assert.equal(walk(1, 'ArrowUp'), 1);
    assert.equal(walk(5, 'ArrowDown'), 5);
    assert.equal(walk(5, 'Home'), 1);
    assert.equal(walk(1, 'End'), 5);
    assert.equal(walk(1, 'PageDown'), 4);
    assert.equal(walk(5, 'PageUp'), 2);
    assert.equal(lineAfterKey([], 0, 'Home', 3), -1);
  });

  it('says of a session what stands in its line, and gives the unnamed one a name', () => {
    const label = sessionLabel(item('', { live: true, kept: true, calls: 1 }));

    assert.match(
      label,
      /^Untitled session, Codex, 1 call, \/home\/me\/project, changed .*live, kept$/,
    );
  });

  it('gives the time of day where the day is known, and else the date', () => {
    assert.match(whenText(noon, dayText(noon)), /12/);
    assert.notEqual(whenText(noon, dayText(noon)), whenText(noon, dayText(noon - day)));
  });
});
