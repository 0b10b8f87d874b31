import assert from 'node:assert/strict';
import { startScriptedModels, type ScriptedModels } from '../../agents/models/scriptedModels.ts';
import { closeEditors, onDisk, put, until } from '../workspaceFiles.ts';
import { answer, chatReady, newChat, send } from './chat.ts';

describe("Copilot Chat's agent mode", () => {
  let models: ScriptedModels;

  before(async () => {
    models = await startScriptedModels({ port: Number(process.env.CHIPBOARD_PORT_MODELS) });
    await chatReady();
  });

  after(() => models.dispose());

  beforeEach(newChat);

  afterEach(async () => {
    models.forget();
    await closeEditors();
  });

  it('finds the tools by itself and runs be-read without asking', async () => {
    await put('read.txt', 'one\ntwo\nthree\n');

    const asking = await send('call be-read {"file":"read.txt"}\nsay finished');

    const [received] = resultsOf(models);
    assert.equal(asking, undefined);
    assert.equal(received?.status, 'ok');
    assert.equal(received.content, '1\tone\n2\ttwo\n3\tthree');
    assert.match(String(received.viewed_code_id), /^v[0-9a-f]+$/);
  });

  it('asks before be-replace, and the file has the change once the person allows it', async () => {
    await put('replace.txt', 'one\ntwo\nthree\n');

    const asking = await send(`
      call be-read {"file":"replace.txt"}
      call be-replace {"file":"replace.txt:2","content":"TWO","viewed_code_id":"{{viewed_code_id}}"}
      say finished`);
    const before = await onDisk('replace.txt');
    await answer('allow');
    await untilReceived(models, 2);

    assert.match(asking ?? '', /be-replace$/);
    assert.equal(before, 'one\ntwo\nthree\n');
    assert.equal(await onDisk('replace.txt'), 'one\nTWO\nthree\n');
    assert.equal(resultsOf(models)[1]?.status, 'ok');
    assert.match(String(resultsOf(models)[1]?.diff), /^-two\n\+TWO$/m);
  });

  it('changes nothing when the person skips the call', async () => {
    await put('skipped.txt', 'one\ntwo\n');

    await send('call be-replace {"file":"skipped.txt:2","content":"TWO"}\nsay finished');
    await answer('skip');
    await until('the model goes on', () =>
      models.requests.some(({ results }) => results.length === 1),
    );

    assert.equal(await onDisk('skipped.txt'), 'one\ntwo\n');
  });

  it('gives the model what a failing be-replace says, and the chip of its text', async () => {
    await put('failing.txt', 'one\ntwo\n');
    const content = 'a text that took long to write and must not be lost\\n';

    await send(`call be-replace {"file":"failing.txt:40","content":"${content}"}\nsay finished`);
    await answer('allow');
    await untilReceived(models, 1);

    const [received] = resultsOf(models);
    assert.equal(received?.status, 'error');
    assert.equal(received.code, 'range-out-of-bounds');
    assert.match(String(received.message), /40/);
    assert.ok(String(received.advice).length > 0);
    assert.match(String(received.chip), /^chip:\/\/[0-9a-f]{6}$/);
    assert.equal(await onDisk('failing.txt'), 'one\ntwo\n');
  });
});

/** The model has received that many results and has said its last words. */
async function untilReceived(models: ScriptedModels, count: number): Promise<void> {
  await until(`the model has received ${count} results`, () =>
    models.requests.some(({ results, move }) => results.length === count && move.kind === 'say'),
  );
}

/** The structured answers that the model received: Copilot Chat gives it nothing else. */
function resultsOf(models: ScriptedModels): Readonly<Record<string, unknown>>[] {
  const received = models.requests.map(({ results }) => results);
  const [longest = []] = received.sort((one, other) => other.length - one.length);
  return longest.map((text) => JSON.parse(text) as Readonly<Record<string, unknown>>);
}
