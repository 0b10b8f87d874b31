import assert from 'node:assert/strict';
import nodePath from 'node:path';
import { compose } from '../../../src/compose.ts';
import type { ToolAnswer } from '../../../src/tools/toolService.ts';
import { agent, answerBytes, textField, warningsOf, workbenchEach } from '../../fakes/workbench.ts';
import { fixture, parserForSuite } from './structureRig.ts';

describe('the tools for structure', () => {
  const on = workbenchEach();
  const parser = parserForSuite();

  const call = (name: string, args: unknown): Promise<ToolAnswer> => {
    const runtime = compose({ ...on(), paths: nodePath, parser: parser() });
    return runtime.tools.call(name, args, agent, new AbortController().signal);
  };
  const good = async (name: string, args: unknown): Promise<ToolAnswer> => {
    const answer = await call(name, args);
    assert.equal(answer.isError, false, answer.text);
    return answer;
  };
  const failure = async (name: string, args: unknown): Promise<unknown> =>
    (await call(name, args)).structured['code'];

  it('give a function with its doc comment, ready to be edited', async () => {
    on().put('service.ts', fixture('structure/service.ts'));

    const answer = await good('be-func-range', { file: 'service.ts:17' });

    const { viewed_code_id: id, content, ...fields } = answer.structured;
    assert.deepEqual(fields, {
      status: 'ok',
      file: 'service.ts',
      start: 13,
      end: 24,
      doc_start: 9,
      name: 'send',
      kind: 'method',
      language: 'typescript',
      method: 'tree-sitter',
    });
    assert.match(String(id), /^v[0-9a-f]{8}$/);
    assert.match(String(content), /^9\t {2}\/\*\*\n/);
  });

  it('take a line, a range of one line, or a target', async () => {
    on().put('a.py', fixture('structure/tasks.py'));
    const start = async (args: object): Promise<unknown> =>
      (await good('be-func-range', { file: 'a.py', brief: true, ...args })).structured['start'];

    assert.equal(await start({ line: 18 }), 17);
    assert.equal(await start({ lines: '18' }), 17);
    assert.equal(await start({ target: 'function:Store.save' }), 31);
    assert.equal(await start({ target: 'marker:timeout' }), 11);
  });

  it('refuse a line that is missing, not there, or in nothing', async () => {
    on().put('a.ts', 'f();\n\nclass C {}\n');

    assert.equal(await failure('be-func-range', { file: 'a.ts' }), 'bad-arguments');
    assert.equal(await failure('be-func-range', { file: 'a.ts:1', line: 3 }), 'bad-arguments');
    assert.equal(await failure('be-func-range', { file: 'a.ts', line: 9 }), 'range-out-of-bounds');
    assert.equal(await failure('be-func-range', { file: 'a.ts', line: 2 }), 'target-not-found');
    assert.equal(await failure('be-tag-range', { file: 'a.ts', line: 1 }), 'target-not-found');
    assert.equal(await failure('be-balance', { file: 'b.ts' }), 'file-not-found');
  });

  it('give an element', async () => {
    on().put('card.vue', fixture('structure/card.vue'));

    const { structured } = await good('be-tag-range', { file: 'card.vue', line: 8, brief: true });

    assert.deepEqual(structured, {
      status: 'ok',
      file: 'card.vue',
      start: 7,
      end: 10,
      kind: 'self-closing',
      tag: 'card',
      language: 'vue',
      method: 'tags',
    });
  });

  it('name the call that reads a range too large for the answer', async () => {
    on().put('a.js', `function f() {\n${'  go("some text");\n'.repeat(1000)}}\n`);

    const { structured } = await good('be-func-range', { file: 'a.js:5' });

    assert.deepEqual(structured['next'], { tool: 'be-read', file: 'a.js:1-1002' });
    assert.equal('viewed_code_id' in structured, false);
  });

  it('tell problems of the whole file, or of a range', async () => {
    on().put('a.ts', 'f(1;\ng();\nh(2;\n');

    const all = await good('be-balance', { file: 'a.ts' });
    const part = await good('be-balance', { file: 'a.ts:2' });
    const verbose = await good('be-balance', { file: 'a.ts:3', verbose: true });

    assert.deepEqual(all.structured['balanced'], false);
    assert.deepEqual([part.structured['balanced'], part.structured['problems']], [true, []]);
    const [told] = verbose.structured['problems'] as readonly { text: string }[];
    assert.equal(told?.text, 'h(2;');
  });

  it('count the problems that do not fit', async () => {
    on().put('a.ts', ')\n'.repeat(500));

    const few = await good('be-balance', { file: 'a.ts' });
    const many = await good('be-balance', { file: 'a.ts', verbose: true });

    assert.deepEqual(
      [(few.structured['problems'] as []).length, few.structured['more']],
      [10, 490],
    );
    assert.ok((many.structured['problems'] as []).length > 10);
    assert.ok(answerBytes(many) <= 10_000, String(answerBytes(many)));
  });

  it('say that the parser was not there', async () => {
    on().put('a.ts', 'function f() {\n}\n');

    const answer = await on().good('be-func-range', { file: 'a.ts:1' });

    assert.equal(textField(answer, 'method'), 'braces');
    assert.match(warningsOf(answer), /not parsed/);
  });

  it('let a target be found by the parser where plain reading takes another place', async () => {
    const text =
      'const s = `\nfunction f() {\n}\n`;\nclass A { f() { return /}/; } }\nfunction f() {\n  g();\n}\n';
    on().put('a.ts', text);

    const read = await good('be-read', { file: 'a.ts', target: 'function:f' });
    const ofClass = await good('be-read', { file: 'a.ts', target: 'function:A.f' });
    await good('be-delete', { file: 'a.ts', target: 'function:f' });

    assert.deepEqual([read.structured['start'], read.structured['end']], [5, 5]);
    assert.match(warningsOf(read), /also fits at line 6/);
    assert.equal(ofClass.structured['start'], 5);
    assert.equal(on().bytes('a.ts').toString(), text.replace(/class A.*\n/, ''));
  });

  it('find an element of JSX by its name', async () => {
    on().put('a.tsx', 'const a = (n: Map<Row>) => n < 1 && (\n  <Row\n    b={n > 1}\n  />\n);\n');

    const { structured } = await good('be-read', { file: 'a.tsx', target: 'tag:Row' });

    assert.deepEqual([structured['start'], structured['end']], [2, 4]);
  });

  it('find a function in the script of a page', async () => {
    on().put('a.vue', fixture('structure/card.vue'));

    const { structured } = await good('be-read', { file: 'a.vue', target: 'function:pick' });

    assert.deepEqual([structured['start'], structured['end']], [16, 18]);
  });
});
