import assert from 'node:assert/strict';
import { blockHolding } from '../../../src/core/structure/blocks.ts';
import { parseLimit, Structure } from '../../../src/core/structure/structure.ts';
import { testGrammars, testParser } from '../../fakes/testParser.ts';
import { fixture, parserForSuite, told, viewOf } from './structureRig.ts';

const text = 'function f() {\n  return "}";\n}\n';

describe('without the parser', () => {
  it('the function is found by its braces, and the answer says why', async () => {
    const { found, method, warnings } = await new Structure(undefined).definitionAt(
      viewOf('a.ts', text),
      2,
    );

    assert.deepEqual([told(found), method], ['1-3 function f', 'braces']);
    assert.match(warnings.join(), /not parsed, so its braces were read instead/);
  });

  it('elements of a program are found by its tags', async () => {
    const view = viewOf('a.tsx', 'const a = (\n  <b c={d > 1}>\n    x\n  </b>\n);\n');

    const reading = await new Structure(undefined).tagAt(view, 3);

    assert.deepEqual([reading?.found?.start, reading?.found?.end, reading?.method], [2, 4, 'tags']);
  });

  it('brackets are checked by plain reading', async () => {
    const { found, method } = await new Structure(undefined).problems(viewOf('a.ts', 'f(1;\n'));

    assert.deepEqual([found.length, method], [1, 'braces']);
  });

  it('files of some languages are read as well as they can be', () => {
    const lines = (name: string): string[] => fixture(`structure/${name}`).split('\n');
    const found = (name: string, line: number): unknown => {
      const block = blockHolding(lines(name), line);
      return block && `${block.first}-${block.last} ${block.kind} ${block.name} ${block.method}`;
    };

    assert.equal(found('service.ts', 34), '34-36 function inner braces');
    assert.equal(found('tasks.py', 18), '17-18 function parse indentation');
    assert.equal(found('list.c', 20), '13-23 function find braces');
    assert.equal(found('Orders.cs', 22), '20-23 function Twice braces');
    assert.equal(found('pipeline.yaml', 4), '2-4 statement undefined indentation');
  });
});

describe('the parser', () => {
  const parser = parserForSuite();

  it('is not asked about a file that is too large', async () => {
    const view = viewOf('a.ts', text, parseLimit + 1);

    const { method, warnings } = await new Structure(parser()).definitionAt(view, 2);

    assert.equal(method, 'braces');
    assert.match(warnings.join(), /larger than 6 MB/);
  });

  it('counts a lone CR as a line end, as the editor does', async () => {
    const view = viewOf('a.ts', 'a();\rfunction f() {\r\n  g();\r}\n');

    const { found } = await new Structure(parser()).definitionAt(view, 3);

    assert.equal(told(found), '2-4 function f');
  });

  it('answers questions that come at the same time', async () => {
    const structure = new Structure(parser());
    const view = viewOf('a.ts', text);

    const all = await Promise.all([1, 2, 3].map((line) => structure.definitionAt(view, line)));

    assert.deepEqual(
      all.map((one) => told(one.found)),
      Array(3).fill('1-3 function f'),
    );
  });
});

describe('a parser that fails', () => {
  const failing = async (over: Parameters<typeof testParser>[0]) => {
    const parser = testParser(over);
    const structure = new Structure(parser);
    const view = viewOf('a.ts', text);
    const first = await structure.definitionAt(view, 2);
    const second = await structure.definitionAt(view, 2);
    await parser.close();
    return [first, second] as const;
  };

  it('at loading a grammar leaves the file to plain reading', async () => {
    const [first] = await failing({
      paths: { ...testGrammars, grammars: { typescript: '/nowhere.wasm' } },
    });

    assert.deepEqual([first.method, told(first.found)], ['braces', '1-3 function f']);
    assert.match(first.warnings.join(), /not parsed/);
  });

  it('by ending its thread is not asked about that text again', async () => {
    const workerPath = new URL('data:text/javascript,process.exit(1)');

    const [first, second] = await failing({ workerPath });

    assert.deepEqual([first.method, second.method], ['braces', 'braces']);
    assert.match(first.warnings.join(), /ended before it answered/);
    assert.match(second.warnings.join(), /failed on this text before/);
  });

  it('by never answering is given up in time', async () => {
    const workerPath = new URL(
      "data:text/javascript,import{parentPort}from'node:worker_threads';parentPort.on('message',()=>{})",
    );

    const [first] = await failing({ workerPath, deadline: 20 });

    assert.match(first.warnings.join(), /took too long/);
  });

  it('works again for the next text after its thread ended', async () => {
    const program = `
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id, key }) => key.endsWith('bad.ts')
        ? process.exit(1)
        : parentPort.postMessage({ id, state: 'done', value: { doubtful: false } }));`;
    const parser = testParser({
      workerPath: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
    });
    const structure = new Structure(parser);

    const bad = await structure.definitionAt(viewOf('bad.ts', text), 2);
    const good = await structure.definitionAt(viewOf('good.ts', text), 2);
    await parser.close();

    assert.deepEqual([bad.method, good.method], ['braces', 'tree-sitter']);
  });

  it('is not asked once it is closed', async () => {
    const parser = testParser();
    await parser.close();

    const { method } = await new Structure(parser).definitionAt(viewOf('a.ts', text), 2);

    assert.equal(method, 'braces');
  });
});
