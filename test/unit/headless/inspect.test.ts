import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inspect } from '../../../src/node/headless/inspect.ts';
import { cleanUp, program, scratch } from './headlessRig.ts';

const samples = fileURLToPath(new URL('../../fixtures/transcripts/', import.meta.url));
const auto = 'claude-code/autocompact/4d5611e5-241a-462a-8d15-5122611a9569.jsonl';

async function reportOf(...args: string[]): Promise<Record<string, unknown>> {
  const { out, problem, code } = await inspect([...args, '--json'], samples);
  assert.equal(problem, '');
  assert.equal(code, 0);
  return JSON.parse(out) as Record<string, unknown>;
}

describe('inspect', () => {
  afterEach(cleanUp);

  it('tells a session with its subagents, from the files beside it', async () => {
    const report = await reportOf(auto);
    assert.equal(report['agent'], 'Claude Code');
    assert.equal((report['turns'] as unknown[]).length, 139);
    assert.equal((report['children'] as unknown[]).length, 2);
    assert.deepEqual((report['peak'] as { input: number }).input, 164_831);
    const [patch] = report['patches'] as { before: number; left: { blocks: number } }[];
    assert.equal(patch?.before, 170_251);
    assert.equal(patch.left.blocks, 191);
  });

  it('tells every format of the samples', async () => {
    const agents: Record<string, string> = {
      'codex/plain.jsonl': 'Codex',
      'gemini/session.jsonl': 'Gemini CLI',
      'copilot/event-stream.jsonl': 'Copilot',
    };
    for (const [file, agent] of Object.entries(agents)) {
      assert.match(String((await reportOf(file))['agent']), new RegExp(agent));
    }
  });

  it('lists what left only where that is asked for, each block with its place', async () => {
    const plain = await inspect(['claude-code/manual-compact.jsonl'], samples);
    assert.doesNotMatch(plain.out, /- injected_001/);
    const losses = await inspect(['claude-code/manual-compact.jsonl', '--losses'], samples);
    assert.match(
      losses.out,
      /- injected_001 ~\d+ .* @ .*manual-compact\.jsonl:139\+858 message\.content/,
    );
  });

  it('tells one call block by block', async () => {
    const { out } = await inspect(['claude-code/manual-compact.jsonl', '--turn', '3'], samples);
    assert.match(out, /in 24,744/);
    assert.match(out, /Window, in the order sent\n {2}injected_001/);
    const report = await reportOf('claude-code/manual-compact.jsonl', '--turn', '3');
    assert.equal((report['window'] as unknown[]).length, 10);
  });

  it('says what is wrong with the command line or the file, and how it goes', async () => {
    const problems: readonly (readonly [readonly string[], RegExp])[] = [
      [[], /takes one file.*Usage: inspect FILE/s],
      [['a', 'b'], /takes one file/],
      [['--turn', 'x', auto], /--turn takes the number of a call, from 1; it was given "x"/],
      [['--bogus', auto], /--bogus/],
      [
        ['claude-code/manual-compact.jsonl', '--turn', '9'],
        /no call 9; it has 3\. Try: .*--turn 3/,
      ],
      [['nowhere.jsonl'], /nowhere\.jsonl: /],
      [['README.md'], /README\.md: /],
    ];
    for (const [args, pattern] of problems) {
      const { out, problem, code } = await inspect(args, samples);
      assert.match(problem, pattern);
      assert.equal(code, 2);
      assert.equal(out, '');
    }
  });

  it('reads an empty file as nothing that it knows', async () => {
    const folder = await scratch('inspect');
    await writeFile(join(folder, 'empty.jsonl'), '');
    const { code, problem } = await inspect([join(folder, 'empty.jsonl')], folder);
    assert.equal(code, 2);
    assert.notEqual(problem, '');
  });

  it('is a command of the headless program', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      program,
      'inspect',
      join(samples, 'claude-code/manual-compact.jsonl'),
      '--json',
    ]);
    assert.equal((JSON.parse(stdout) as { id: string }).id, '98b76fb9-f5d3-40c5-ab82-b970c20e3764');
    await assert.rejects(
      promisify(execFile)(process.execPath, [program, 'inspect', join(samples, 'nowhere')]),
      { code: 2 },
    );
  });
});
