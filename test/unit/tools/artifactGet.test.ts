import assert from 'node:assert/strict';
import { StoreError } from '../../../src/ports/store.ts';
import { plainRoom } from '../../../src/tools/clientLimits.ts';
import type { ToolAnswer } from '../../../src/tools/toolService.ts';
import { ContextBench } from '../../fakes/contextBench.ts';
import { liveBenchEach } from '../../fakes/liveBench.ts';
import { numbered, textField } from '../../fakes/workbench.ts';

const lines = numbered(2000);
const long = `{"data":"${'😀ab'.repeat(9000)}"}`;
const stub = { description: 'a log', summary: 'two thousand lines', hint: '' };

/** The text that an answer gives, without what it says about it. */
function bodyOf({ text }: ToolAnswer): string {
  return text.slice(text.indexOf('\n\n') + 2);
}

/** The arguments of the call that an answer names for the next page. */
function nextOf({ text }: ToolAnswer): object | undefined {
  const call = /^Next: artifact-get (\{.*\})$/m.exec(text.split('\n\n')[0] ?? '')?.[1];
  return call === undefined ? undefined : (JSON.parse(call) as object);
}

describe('artifact-get', () => {
  // system_001, user_002, assistant_003, tool_004, tool_005, tool_006
  const on = liveBenchEach([lines, long, 'one\nTwo\nthree']);
  const get = (uri: string, more: object = {}): Promise<ToolAnswer> =>
    on().tools.good('artifact-get', { uri, ...more });
  const refused = (uri: string): Promise<ToolAnswer> =>
    on().tools.bad('artifact-not-found', 'artifact-get', { uri });

  /** All pages from one call on, by the calls that they name. */
  async function pages(args: object, client = 'test-client'): Promise<readonly ToolAnswer[]> {
    const all: ToolAnswer[] = [];
    for (
      let next: object | undefined = args;
      next !== undefined;
      next = nextOf(all.at(-1) ?? never)
    ) {
      all.push(await on().tools.good('artifact-get', next, { caller: { client } }));
      assert.ok(all.length < 100);
    }
    return all;
  }
  const never: ToolAnswer = { isError: true, text: '', structured: {} };

  it('gives a short text whole, as it is, under each of its names', async () => {
    for (const uri of [
      'artifact://tool_006@v1',
      'tool_006@v1',
      'tool_006',
      ' artifact://tool_006 ',
    ]) {
      const answer = await get(uri);
      assert.equal(
        answer.text,
        'artifact://tool_006@v1 has 3 lines, 13 characters. Here: all of it.\n\none\nTwo\nthree',
      );
    }
  });

  it('gives a text that was offloaded, archived or is in the view', async () => {
    await on().context.patch({ op: 'payload_offload', ids: ['tool_006'], replaceWith: stub });
    const ids = ['assistant_003', 'tool_004', 'tool_005', 'tool_006'];
    assert.equal(bodyOf(await get('tool_006')), 'one\nTwo\nthree');
    await on().context.patch({ op: 'set_visibility', ids, visibility: 'archived' });
    assert.equal(bodyOf(await get('tool_006')), 'one\nTwo\nthree');
    assert.equal(bodyOf(await get('assistant_003@v1#calls')), '["{}","{}","{}"]');
  });

  it('gives a long text in pages that make it up, each with the call for the next', async () => {
    for (const [uri, text] of [
      ['tool_004', lines],
      ['tool_005', long],
    ] as const) {
      const all = await pages({ uri });
      assert.equal(all.map(bodyOf).join(''), text);
      assert.ok(all.every((page) => bodyOf(page).length <= 6000 && bodyOf(page).isWellFormed()));
      assert.ok(all.length >= Math.ceil(text.length / 6000));
      assert.match(all.at(-1)?.text ?? '', /, which is the end\.\n\n/);
    }
  });

  it('says which part it gives of how much', async () => {
    const { text } = await get('tool_004', { from_line: 10, max_lines: 2 });

    assert.equal(
      text,
      'artifact://tool_004@v1 has 2000 lines, 18893 characters. Here: line 10, character 1 to line 11, character 8.\n' +
        'Next: artifact-get {"uri":"artifact://tool_004@v1","from_line":12,"max_lines":2}\n\nline 10\nline 11\n',
    );
  });

  it('gives as much as is asked for, within what the client shows of an answer', async () => {
    const most = async (client: string, max_chars: number): Promise<number> =>
      bodyOf(
        await on().tools.good(
          'artifact-get',
          { uri: 'tool_005', max_chars },
          { caller: { client } },
        ),
      ).length;

    assert.equal(await most('claude-code', 100), 100);
    // In four characters of this text are six bytes.
    const inBytes = Math.floor((plainRoom('Visual Studio Code') * 4) / 6);
    assert.ok(Math.abs((await most('Visual Studio Code', 20_000)) - inBytes) < 10);
    assert.equal(await most('claude-code', 1_000_000), 20_000);
    for (const client of ['unknown', 'Visual Studio Code', 'codex', 'gemini-cli']) {
      for (const page of await pages({ uri: 'tool_005', max_chars: 20_000 }, client)) {
        assert.ok(Buffer.byteLength(page.text) <= plainRoom(client) + 800);
      }
    }
  });

  it('says where a text ends to who asks for what is behind it', async () => {
    const answer = await on().tools.bad('range-out-of-bounds', 'artifact-get', {
      uri: 'tool_006',
      from_line: 9,
    });

    assert.match(textField(answer, 'message'), /3 lines, 13 characters/);
    assert.match(textField(answer, 'advice'), /"from_line":1/);
  });

  it('gives an empty text as that', async () => {
    const id = await on().context.result('unasked', '');

    assert.match(
      (await get(id)).text,
      /has 0 lines, 0 characters\. Here: all of it, which is nothing\.$/,
    );
  });

  it('finds a text in any case, with line numbers and what is around', async () => {
    assert.equal(
      (await get('tool_006', { search: 'TWO' })).text,
      'artifact://tool_006@v1 has 3 lines, 13 characters. 1 match of "TWO".\n\n1- one\n2: Two\n3- three',
    );
    assert.match((await get('tool_006', { search: 'four' })).text, /0 matches of "four"\.$/);
  });

  it('counts all that it finds, and goes on with the rest', async () => {
    const found = await pages({ uri: 'tool_004', search: 'LINE 1' });
    const rows = found.flatMap((page) => bodyOf(page).split('\n'));

    assert.ok(found.every(({ text }) => text.includes('1111 matches of "LINE 1".')));
    assert.equal(rows.filter((row) => /^\d+: /.test(row)).length, 1111);
    assert.match(found[0]?.text ?? '', /Here: \d+ of them, from line 1/);
  });

  it('reads nothing but texts of this conversation, whatever the address', async () => {
    on().tools.put('secret.txt', 'secret');
    const other = await ContextBench.begin('s2');
    await other.user('secret');
    const addresses = [
      ...['file:///etc/passwd', '/etc/passwd', '../secret.txt', 'secret.txt', 'chip://abcdef', ''],
      ...['artifact://', 'artifact://s2/user_001@v1', 'artifact://tool_004@v1/../user_001@v1'],
      ...[
        'artifact://user_001@v1',
        'tool_004@v2',
        'tool_004@v0',
        'tool_004@v01',
        'tool_004@v1#calls',
      ],
      ...['tool_004@v1#other', 'tool_999', 'constructor', '__proto__', `tool_${'0'.repeat(5000)}`],
      ...['TOOL_004', 'artifact://artifact://tool_004@v1', 'tool_004@v1 tool_005@v1'],
    ];
    for (const uri of addresses) {
      const answer = await refused(uri);
      assert.match(textField(answer, 'advice'), /nothing else is read here/);
      assert.doesNotMatch(answer.text, /secret\n|root:/);
      assert.ok(answer.text.length < 2000);
    }
  });

  it('names texts that are out of the view where it refuses', async () => {
    await on().context.patch({ op: 'payload_offload', ids: ['tool_004'], replaceWith: stub });

    const answer = await refused('tool_999');

    assert.deepEqual(answer.structured['addresses'], ['artifact://tool_004@v1']);
    assert.match(answer.text, /There is no block tool_999/);
  });

  it('gives an earlier text that the agent replaced, but not one that the user did', async () => {
    const replace = (id: string, actor: 'agent' | 'user'): Promise<unknown> =>
      on().context.patch({ op: 'replace', ids: [id], content: 'another' }, actor);
    await replace('tool_004', 'agent');
    await replace('tool_006', 'user');

    assert.equal(bodyOf(await get('tool_004')), 'another');
    assert.match(bodyOf(await get('tool_004@v1')), /^line 1\n/);
    assert.match((await refused('tool_006@v1')).text, /The user has put another text in place/);
    assert.equal(bodyOf(await get('tool_006')), 'another');
    const person = { caller: { person: true } };
    const own = await on().tools.good('artifact-get', { uri: 'tool_006@v1' }, person);
    assert.equal(bodyOf(own), 'one\nTwo\nthree');
  });

  it('says that a text is gone, or cannot be read now', async () => {
    await on().context.patch({ op: 'payload_offload', ids: ['tool_004'], replaceWith: stub });
    on().context.store.texts.get('s1')?.delete('tool_004@v1');
    assert.match((await refused('tool_004')).text, /tool_004@v1 is gone from the store/);
    on().context.store.artifacts = () => Promise.reject(new StoreError('locked', 'locked'));
    await on().tools.bad('nothing-kept', 'artifact-get', { uri: 'tool_004' });
  });

  it('keeps the conversation in the call for the next page where the caller named it', async () => {
    const answer = await get('tool_004', { session: 's1', max_chars: 50 });

    assert.deepEqual(nextOf(answer), {
      ...{ session: 's1', uri: 'artifact://tool_004@v1', from_line: 8, max_chars: 50 },
    });
  });

  it('keeps nothing of a call that fails, as nothing can be lost', async () => {
    const answer = await refused(`artifact://${'x'.repeat(200)}`);

    assert.equal(answer.structured['chip'], undefined);
  });

  it('takes the example of its description', async () => {
    const spec = on()
      .tools.runtime.tools.list()
      .find(({ name }) => name === 'artifact-get');
    const example = /\{.*?\}/.exec(spec?.description ?? '')?.[0] ?? '';

    await on().tools.good('artifact-get', JSON.parse(example.replace('tool_003', 'tool_006')));
    assert.equal(spec?.annotations.readOnlyHint, true);
  });

  it('refuses limits that make no sense', async () => {
    for (const more of [
      { max_chars: 0 },
      { from_line: 0 },
      { search: '' },
      { search: 'x'.repeat(201) },
    ]) {
      await on().tools.bad('bad-arguments', 'artifact-get', { uri: 'tool_006', ...more });
    }
  });
});
