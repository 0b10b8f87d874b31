import assert from 'node:assert/strict';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import type { CaseBench, MakeCaseBench } from './caseBench.ts';

/** A line as bytes, without its end, and the end. */
interface ByteLine {
  readonly bytes: Buffer;
  readonly eol: string;
}

/** An edit; numbers are shares of the file's lines. */
interface Step {
  readonly tool: 'be-replace' | 'be-insert' | 'be-delete';
  readonly at: number;
  readonly count: number;
  readonly words: readonly string[];
}

interface Sample {
  readonly encoding: string;
  readonly mark: Buffer;
  readonly words: readonly string[];
}

const ascii = ['a', 'b = "$&"', '}', '\tx', 'trail  ', ''];
const none = Buffer.alloc(0);

/** Encodings with words that they have. */
const samples: readonly Sample[] = [
  { encoding: 'utf8', mark: none, words: [...ascii, '中文', '😀', 'e\u0301', '\f', '\u2028'] },
  { encoding: 'utf8bom', mark: Buffer.from('\uFEFF'), words: [...ascii, 'é', '中'] },
  { encoding: 'utf16le', mark: Buffer.from([0xff, 0xfe]), words: [...ascii, '中', '😀'] },
  { encoding: 'utf16be', mark: Buffer.from([0xfe, 0xff]), words: [...ascii, '中', 'ਊ'] },
  { encoding: 'gbk', mark: none, words: [...ascii, '中文', '表示'] },
  { encoding: 'gb18030', mark: none, words: [...ascii, '中', '😀'] },
  { encoding: 'shiftjis', mark: none, words: [...ascii, 'ソース', '表'] },
  { encoding: 'eucjp', mark: none, words: [...ascii, 'ソ'] },
  { encoding: 'euckr', mark: none, words: [...ascii, '한글'] },
  { encoding: 'big5hkscs', mark: none, words: [...ascii, '功能'] },
  { encoding: 'windows1252', mark: none, words: [...ascii, 'é€'] },
  { encoding: 'windows1251', mark: none, words: [...ascii, 'Мир'] },
  { encoding: 'iso885915', mark: none, words: [...ascii, '€'] },
  { encoding: 'koi8u', mark: none, words: [...ascii, 'Їжак'] },
];

function encode(text: string, { encoding }: Sample): Buffer {
  return iconv.encode(text, encoding.replace('utf16be', 'utf16-be').replace('utf8bom', 'utf8'));
}

function fileBytes(lines: readonly ByteLine[], sample: Sample): Buffer {
  const parts = lines.flatMap(({ bytes, eol }) => [bytes, encode(eol, sample)]);
  return Buffer.concat([sample.mark, ...parts]);
}

/** The most frequent end; undefined at a tie. */
function majority(lines: readonly ByteLine[]): string | undefined {
  const count = (eol: string): number => lines.filter((line) => line.eol === eol).length;
  const [crlf, lf] = [count('\r\n'), count('\n')];
  return crlf === lf ? undefined : crlf > lf ? '\r\n' : '\n';
}

/** The end of a new line after line `after`, as docs/tools.md has it. */
function newEnd(lines: readonly ByteLine[], after: number): string {
  const above = lines.slice(Math.max(0, after - 2), after).findLast((line) => line.eol !== '');
  const below = lines[after]?.eol ?? '';
  return majority(lines) ?? above?.eol ?? (below === '' ? '\n' : below);
}

/** What the edit makes of the file, done the plain way; undefined where it does not apply. */
function edited(lines: readonly ByteLine[], step: Step, sample: Sample): ByteLine[] | undefined {
  const { first, last } = rangeOf(lines, step);
  const texts = step.words.map((word) => encode(word, sample));
  if (step.tool === 'be-insert') {
    const end = newEnd(lines, first);
    const above = lines.slice(0, first);
    const open = above.at(-1)?.eol === '';
    const added = texts.map((bytes, index) => ({
      bytes,
      eol: open && index === texts.length - 1 && bytes.length > 0 ? '' : end,
    }));
    const closed = open ? above.with(-1, { bytes: above.at(-1)?.bytes ?? none, eol: end }) : above;
    return [...closed, ...added, ...lines.slice(first)];
  }
  if (lines.length === 0) {
    return undefined;
  }
  const old = lines.slice(first - 1, last);
  const lastEnd = old.at(-1)?.eol ?? '';
  const added = texts.map((bytes, index) => {
    const own = old[index]?.eol ?? '';
    const isLast = index === texts.length - 1 && (lastEnd !== '' || bytes.length > 0);
    return { bytes, eol: isLast ? lastEnd : own === '' ? newEnd(lines, first + index) : own };
  });
  const middle = step.tool === 'be-delete' ? [] : added;
  return [...lines.slice(0, first - 1), ...middle, ...lines.slice(last)];
}

function rangeOf(
  lines: readonly ByteLine[],
  { tool, at, count }: Step,
): { readonly first: number; readonly last: number } {
  if (tool === 'be-insert') {
    const after = at % (lines.length + 1);
    return { first: after, last: after };
  }
  const first = 1 + (at % Math.max(1, lines.length));
  return { first, last: Math.min(lines.length, first + count) };
}

const anyCase = fc.constantFrom(...samples).chain((sample) =>
  fc.record({
    sample: fc.constant(sample),
    lines: fc.array(fc.tuple(fc.constantFrom(...sample.words), fc.constantFrom('\n', '\r\n')), {
      maxLength: 12,
    }),
    ends: fc.constantFrom<(string | undefined)[]>('\n', '\r\n', undefined),
    closed: fc.boolean(),
    steps: fc.array(
      fc.record({
        tool: fc.constantFrom<Step['tool'][]>('be-replace', 'be-insert', 'be-delete'),
        at: fc.nat(30),
        count: fc.nat(2),
        words: fc.array(fc.constantFrom(...sample.words), { minLength: 1, maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  }),
);

/** A file of two kinds of line ends that loses all its lines: nothing left tells what ends it had. */
const emptied: Drawn = {
  sample: { encoding: 'utf8', mark: none, words: [...ascii] },
  lines: [
    ['a', '\r\n'],
    ['a', '\n'],
  ],
  ends: undefined,
  closed: true,
  steps: [{ tool: 'be-delete', at: 0, count: 1, words: ['a'] }],
};

type Drawn = typeof anyCase extends fc.Arbitrary<infer T> ? T : never;

function startOf({ sample, lines, ends, closed }: Drawn): ByteLine[] {
  return lines.flatMap(([word, eol], index) => {
    const isOpen = index === lines.length - 1 && !closed;
    // An empty last line without an end is no line.
    return isOpen && word === ''
      ? []
      : [{ bytes: encode(word, sample), eol: isOpen ? '' : (ends ?? eol) }];
  });
}

/** Any file in any encoding, any edits: the bytes are those of a plain model, and come back with be-trx. */
export function byteModelCases(make: MakeCaseBench, usualRuns: number): void {
  const runs = Number(process.env['CHIPBOARD_RUNS'] ?? usualRuns);

  describe('any edits of any file', () => {
    let bench: CaseBench;
    let files = 0;

    before(async () => {
      bench = await make();
    });

    after(() => bench.dispose());

    async function check(drawn: Drawn): Promise<void> {
      const { sample, steps } = drawn;
      await bench.setting('files.encoding', sample.encoding);
      const file = `any-${++files}.txt`;
      let lines = startOf(drawn);
      const first = fileBytes(lines, sample);
      bench.put(file, first);
      let made = 0;
      for (const step of steps) {
        const wanted = edited(lines, step, sample);
        if (wanted === undefined) {
          continue;
        }
        const { first: from, last } = rangeOf(lines, step);
        const range = step.tool === 'be-insert' ? String(from) : `${from}-${last}`;
        const content = step.words.map((word) => `${word}\n`).join('');
        const answer = await bench.good(step.tool, {
          file: `${file}:${range}`,
          ...(step.tool === 'be-delete' ? {} : { content, force: true }),
        });
        assert.deepEqual(bench.bytes(file), fileBytes(wanted, sample));
        made += answer.structured['event_id'] === undefined ? 0 : 1;
        lines = wanted;
      }
      if (made > 0) {
        await bench.good('be-trx', { action: 'rollback', step: made });
      }
      assert.deepEqual(bench.bytes(file), first);
    }

    it(`has the bytes of a plain model after every edit, and the first ones after all are taken back`, async () => {
      await fc.assert(fc.asyncProperty(anyCase, check), {
        numRuns: runs,
        examples: [[emptied]],
      });
    }).timeout(Math.max(60_000, runs * 20_000));
  });
}
