import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { BytePairs } from '../../../src/node/tokens/bytePairs.ts';
import { ByteRanks } from '../../../src/node/tokens/byteRanks.ts';
import { cutAt, lastLineStart } from '../../../src/node/tokens/textCuts.ts';
import { longestPiece, TextTokens } from '../../../src/node/tokens/textTokens.ts';
import { families, libraryCount } from '../../fakes/tokenTables.ts';

const length = 100_000;
const byteRanks = new ByteRanks(ranks);

/** Numbers from 0 below 1 that are the same in every run. */
function numbers(): () => number {
  let seed = 7;
  return () => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed / 0x80000000;
  };
}

function randomText(character: (share: number) => string): string {
  const next = numbers();
  return Array.from({ length }, () => character(next())).join('');
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Runs without a break. */
const runs: Record<string, string> = {
  'one letter': 'a'.repeat(length),
  'one capital': 'A'.repeat(length),
  'one Chinese character': '中'.repeat(length),
  blanks: ' '.repeat(length),
  newlines: '\n'.repeat(length),
  dashes: '-'.repeat(length),
  'one emoji': '😀'.repeat(length / 2),
  'halves of pairs': '\ud800'.repeat(length),
  base64: randomText((share) => base64.charAt(share * 64)),
  'random letters': randomText((share) => String.fromCharCode(97 + share * 26)),
  'random Chinese': randomText((share) => String.fromCharCode(0x4e00 + share * 3000)),
};

/** Milliseconds that a new counter takes for a text; the least of three. */
function cost(text: string): number {
  const times = [1, 2, 3].map(() => {
    const tokens = new TextTokens(byteRanks, O200K_TOKEN_SPLIT_REGEX);
    const start = performance.now();
    tokens.count(text);
    return performance.now() - start;
  });
  return Math.min(...times);
}

/** Tokens of a piece that is not cut. */
function uncut(piece: string): number {
  const bytes = new TextEncoder().encode(piece);
  return new BytePairs(byteRanks, bytes.length).count(bytes, bytes.length);
}

describe('TextTokens with long runs', () => {
  let ordinary = 0;

  before(() => {
    const source = readFileSync(
      new URL('../../../node_modules/typescript/lib/lib.dom.d.ts', import.meta.url),
      'utf8',
    );
    ordinary = cost(source.slice(0, length));
  });

  for (const [name, text] of Object.entries(runs)) {
    // Joining the pair of lowest rank by looking at all would make it a thousand times, and more the longer it is.
    it(`counts ${name} at a cost like that of ordinary text`, () => {
      assert.ok(cost(text) < 40 * ordinary);
    });
  }

  for (const name of [
    'one letter',
    'one Chinese character',
    'blanks',
    'dashes',
    'random letters',
  ]) {
    it(`counts ${name} to within two tokens a cut`, () => {
      const text = runs[name] ?? '';
      const cuts = Math.ceil(text.length / longestPiece) - 1;

      const count = new TextTokens(byteRanks, O200K_TOKEN_SPLIT_REGEX).count(text);

      assert.ok(Math.abs(count - uncut(text)) <= 2 * cuts, `${count} for ${uncut(text)}`);
    });
  }

  it('counts a run of millions', () => {
    const tokens = new TextTokens(byteRanks, O200K_TOKEN_SPLIT_REGEX);

    // The expression that splits texts fails on it where it is given all of it.
    assert.equal(tokens.count('中'.repeat(6_000_000)), 6_000_000);
  });
});

describe('cuts of long texts', () => {
  const text = fc
    .array(
      fc.constantFrom('\n', '\r\n', ' ', '\t', '/', ';', 'ab', 'é', '中', '\u00a0', '9', '😀'),
      {
        maxLength: 40,
      },
    )
    .map((parts) => parts.join(''));

  it('stand where no token would reach over them, if there is such a place', () => {
    let cuts = 0;
    fc.assert(
      fc.property(text, fc.nat(), (whole, near) => {
        const limit = 1 + (near % Math.max(1, whole.length));
        const at = lastLineStart(whole, 0, limit);
        // At the limit itself there may have been no place.
        if (at < limit - 1) {
          cuts += 1;
          for (const family of families) {
            const apart = [whole.slice(0, at), whole.slice(at)].map((part) =>
              libraryCount(part, family),
            );
            assert.equal((apart[0] ?? 0) + (apart[1] ?? 0), libraryCount(whole, family));
          }
        }
      }),
      { numRuns: 2000 },
    );
    assert.ok(cuts > 100, String(cuts));
  });

  it('do not stand before a slash, which the signs before the newline draw to themselves', () => {
    assert.equal(lastLineStart('a\nb;\n// c and more', 0, 10), 2);
  });

  it('never divide a pair of surrogates and always get on', () => {
    fc.assert(
      fc.property(text, fc.nat(), (whole, near) => {
        fc.pre(whole.length > 2);
        const limit = 2 + (near % (whole.length - 1));
        for (const at of [cutAt(whole, limit), lastLineStart(whole, 0, limit)]) {
          assert.ok(at > 0 && at <= whole.length);
          assert.ok(whole.slice(0, at).isWellFormed());
        }
      }),
    );
  });
});
