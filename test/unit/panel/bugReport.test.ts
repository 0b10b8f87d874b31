import assert from 'node:assert/strict';
import { bugReport } from '../../../src/panel/bugReport.ts';
import type { ReportedCall } from '../../../src/panel/bugReport.ts';
import { FakeSettings } from '../../fakes/workbench.ts';

const reported: ReportedCall = {
  call: {
    id: 'c1',
    number: 7,
    tool: 'be-replace',
    client: 'claude-code 2.0',
    workspace: '/home/me/project',
    file: '/home/me/project/src/a.ts',
    started: Date.UTC(2026, 0, 1),
    duration: 12,
    outcome: 'old-mismatch',
    chip: '1a2b3c',
  },
  args: { file: '/home/me/project/src/a.ts:5', old: 'my line', content: 'mine', token: 't0p' },
  result: [
    'Error (old-mismatch): at line 5 the file has "a whole line of the source".',
    'Next: Read /home/me/project/src/a.ts again.',
    'chip: chip://1a2b3c',
    'total: 40',
    'present: {"5":"my line"}',
    'content:',
    '5: my line',
  ].join('\n'),
  version: '0.1.0',
  editor: 'Code 1.116.0, linux',
  settings: new FakeSettings().current,
  home: '/home/me',
};

describe('bugReport', () => {
  it('says what was called, with which versions, and what came of it', () => {
    const report = bugReport(reported);

    for (const part of [
      '### be-replace: old-mismatch',
      '- Chipboard: 0.1.0',
      '- Editor: Code 1.116.0, linux',
      '- Client: claude-code 2.0',
      '- Duration: 12 ms',
      '- Chip: 1a2b3c',
      '"file": "~/project/src/a.ts:5"',
      'Next: Read ~/project/src/a.ts again.',
      'total: 40',
      '"maxChips": 100',
    ]) {
      assert.ok(report.includes(part), `${part}\n\n${report}`);
    }
  });

  it('shows no text of a file, no secret and no home folder', () => {
    const report = bugReport(reported);

    for (const part of ['my line', 'mine', 't0p', '/home/me', 'a whole line']) {
      assert.ok(!report.includes(part), `${part}\n\n${report}`);
    }
    assert.ok(report.includes('‹2 lines, 19 characters›'), report);
  });

  it('says where nothing was kept, and no text ends its block', () => {
    const bare = bugReport({ ...reported, args: undefined, result: undefined });
    const fenced = bugReport({ ...reported, args: ['~~~~'], result: '~~~~\nstatus: ok' });

    assert.equal(bare.match(/not kept/g)?.length, 2);
    assert.match(fenced, /Answer:\n\n~~~\n‹1 line, 4 characters›\nstatus: ok\n~~~\n/);
  });
});
