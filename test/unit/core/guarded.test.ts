import assert from 'node:assert/strict';
import { askInTime } from '../../../src/core/edit/askInTime.ts';
import { isGuarded } from '../../../src/core/edit/guardedFiles.ts';
import type { ConsentAnswer } from '../../../src/ports/consent.ts';
import { workbenchEach } from '../../fakes/workbench.ts';

const question = { tool: 'be-write', client: 'test', changes: [] };

describe('guarded files', () => {
  it('SEC-08 are known by name, whatever a platform makes of it', () => {
    const guarded = [
      ...['.vscode/a', '.VSCODE\\a', 'a/.git', '.git/hooks/x', '.git./x', '.git /x', 'GIT~1/x'],
      ...['.git::$INDEX_ALLOCATION/x', '.g\u200bit/config', 'x.CODE-WORKSPACE', '.mcp.json'],
      ...['sub/.envrc', '.husky/_/x', './.claude/x', '.mcp.json::$DATA'],
    ];
    const free = ['vscode/a', '.vscodex/a', '.gitignore', 'a.mcp.json', 'code-workspace', '..', ''];

    assert.deepEqual(
      guarded.filter((name) => !isGuarded(name)),
      [],
    );
    assert.deepEqual(
      free.filter((name) => isGuarded(name)),
      [],
    );
  });

  it('SEC-08 include those of the setting: names, paths and endings', () => {
    const more = ['*.pem', 'ci/scripts', 'deploy.sh'];

    assert.ok(['x/A.PEM', 'ci/scripts/x', 'a/deploy.sh'].every((name) => isGuarded(name, more)));
    assert.ok(!['ci/x', 'pem', 'scripts/x'].some((name) => isGuarded(name, more)));
  });
});

describe('a question to the user', () => {
  const open = (): { answer: (given: ConsentAnswer) => void; given: Promise<ConsentAnswer> } => {
    let answer: (given: ConsentAnswer) => void = () => undefined;
    const given = new Promise<ConsentAnswer>((resolve) => {
      answer = resolve;
    });
    return { answer, given };
  };

  it('SEC-08 is over when the call is cancelled or the time is up; a later answer has no effect', async () => {
    const { answer, given } = open();
    const cancel = new AbortController();
    let ended: AbortSignal | undefined;
    const ask = { ask: (_: unknown, signal: AbortSignal) => ((ended = signal), given) };

    const cancelled = askInTime(ask, question, cancel.signal);
    const late = askInTime(ask, question, new AbortController().signal, 1);
    cancel.abort();
    const results = [await cancelled, await late];
    answer('allowed');

    assert.deepEqual(results, ['cancelled', 'late']);
    assert.equal(ended?.aborted, true);
  });

  it('SEC-08 that can not be put is no permission', async () => {
    const { signal } = new AbortController();

    const failing = { ask: () => Promise.reject(new Error('no window')) };

    assert.equal(await askInTime(failing, question, signal), 'unavailable');
  });
});

describe('a call for a guarded file', () => {
  const on = workbenchEach();

  it('SEC-08 is refused with advice where there is nobody to ask', async () => {
    const answer = await on().bad('not-allowed', 'be-write', { file: '.envrc', content: 'x\n' });

    assert.match(answer.text, /nobody here who could be asked/);
    assert.match(answer.text, /Tell the user what the file should hold/);
  });

  it('SEC-08 writes nothing when it is cancelled while the question is open, and holds up no other call', async () => {
    const cancel = new AbortController();
    on().consent.answer = new Promise(() => undefined);
    const args = { file: '.envrc', content: 'x\n' };
    const waiting = on().call('be-write', args, { signal: cancel.signal });
    on().consent.asked = () => cancel.abort();

    const answer = await waiting;
    on().consent.answer = 'allowed';
    on().consent.asked = () => undefined;
    await on().good('be-write', { file: '.envrc', content: 'y\n' });

    assert.equal(answer.structured['code'], 'cancelled');
    assert.equal(on().bytes('.envrc').toString(), 'y\n');
  });
});
