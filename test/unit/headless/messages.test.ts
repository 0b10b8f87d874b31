import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, cleanUp, hello, received, scratch, startHeadless, startRaw } from './headlessRig.ts';

const mebibyte = 2 ** 20;

describe('messages to the headless server', () => {
  let root: string;
  let flags: string[];

  beforeEach(async () => {
    root = await scratch('root');
    flags = ['--root', root, '--storage', await scratch('storage')];
    await writeFile(join(root, 'a.txt'), 'one\n');
  });

  afterEach(cleanUp);

  it('may carry a file of 45 MB', async () => {
    const session = await startHeadless(...flags);
    const content = 'a line of some length, with "quotes" and é\n'.repeat(1_100_000);

    const written = await session.call('be-write', { file: 'big.txt', content });

    assert.equal(written.isError, false, written.text);
    assert.equal((await stat(join(root, 'big.txt'))).size, Buffer.byteLength(content));
  }).timeout(120_000);

  it('over 64 MiB are refused so that the model sees it, and the server goes on', async () => {
    const raw = startRaw(flags);
    raw.send(...hello);
    raw.child.stdin.write(
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"be-write"',
    );
    raw.child.stdin.write(`,"arguments":{"file":"x","content":"${'x'.repeat(65 * mebibyte)}"}}}\n`);
    raw.send(call(8, 'be-read', { file: 'a.txt' }));

    const refused = received((await raw.answer(7)).result as Record<string, unknown>);
    const read = received((await raw.answer(8)).result as Record<string, unknown>);

    assert.equal(refused.isError, true);
    assert.match(refused.text, /limit is 67108864/);
    assert.equal(read.isError, false);
  }).timeout(30_000);

  it('that are no JSON are kept as a chip, and the model is told', async () => {
    const raw = startRaw(flags);
    const text = 'text with a raw "quote" that breaks it, and is long enough to be worth keeping';
    raw.send(...hello);
    raw.child.stdin.write(
      `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"be-write","arguments":{"file":"b.txt","content":"${text}"}}}\n`,
    );

    const answer = received((await raw.answer(3)).result as Record<string, unknown>);

    assert.equal(answer.isError, true);
    assert.match(String(answer.structured.chip), /^chip:\/\//);
    assert.match(answer.text, /The message is not JSON/);
  });

  it('with bytes that are no UTF-8 change no file', async () => {
    const raw = startRaw(flags);
    raw.send(...hello);
    raw.child.stdin.write(
      Buffer.concat([
        Buffer.from(
          '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"be-write","arguments":{"file":"a.txt","content":"',
        ),
        Buffer.from([0xe9, 0xff]),
        Buffer.from('"}}}\n'),
      ]),
    );

    const answer = received((await raw.answer(4)).result as Record<string, unknown>);

    assert.match(answer.text, /not UTF-8/);
    assert.equal(await readFile(join(root, 'a.txt'), 'utf8'), 'one\n');
  });

  it('are all answered before it ends when its input ends', async () => {
    const raw = startRaw(flags);
    const calls = Array.from({ length: 20 }, (_, n) =>
      call(n, 'be-insert', { file: 'a.txt:0', content: `line ${n}` }),
    );
    raw.send(...hello, ...calls);
    raw.child.stdin.end();

    const code = await raw.ended();
    const answers = await Promise.all(calls.map((_, n) => raw.answer(n)));

    assert.equal(code, 0, raw.errors());
    assert.equal(answers.length, 20);
    assert.equal((await readFile(join(root, 'a.txt'), 'utf8')).split('\n').length, 22);
  });

  it('are answered before it ends when it is told to by SIGTERM', async () => {
    const raw = startRaw(flags);
    raw.send(...hello);
    await raw.answer('init');
    raw.send(call(1, 'be-insert', { file: 'a.txt:0', content: 'line' }));
    const answer = await raw.answer(1);

    raw.child.kill('SIGTERM');

    assert.equal(await raw.ended(), 0, raw.errors());
    assert.equal(received(answer.result as Record<string, unknown>).isError, false);
  });

  it('never meet anything but the protocol on standard output', async () => {
    const raw = startRaw(flags);
    let output = '';
    raw.child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    raw.send(...hello, call(1, 'be-nothing', { text: 'x'.repeat(100) }));
    await raw.answer(1);
    raw.child.stdin.end();
    await raw.ended();

    const lines = output.trimEnd().split('\n');

    assert.ok(lines.every((line) => (JSON.parse(line) as { jsonrpc: string }).jsonrpc === '2.0'));
  });
});
