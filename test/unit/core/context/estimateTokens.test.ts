import assert from 'node:assert/strict';
import fc from 'fast-check';
import { estimateTokens } from '../../../../src/core/context/estimateTokens.ts';

/** Texts of all kinds: words, code, wide characters, pairs, halves of pairs, runs. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('word ', 'camelCase', 'HTTP', '12345', '\n  ', '();', '中文', 'かな', '한글'),
      fc.constantFrom('\ud800', '\udc00', '😀', 'é', '\ufeff', '----', 'Ab3xZ9q'),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe('estimateTokens', () => {
  it('is a whole number from 1', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = estimateTokens(text);
        assert.ok(Number.isInteger(tokens) && tokens >= 1, String(tokens));
      }),
    );
  });

  it('never falls when text is appended, not even within a pair of surrogates', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.nat(), (text, more, cut) => {
        const whole = text + more;
        const part = whole.slice(0, cut % (whole.length + 1));
        assert.ok(estimateTokens(part) <= estimateTokens(whole));
      }),
    );
  });

  it('is the same for the same text, whatever was estimated between', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, other) => {
        const before = estimateTokens(text);
        estimateTokens(other);
        assert.equal(estimateTokens([...text].join('')), before);
      }),
    );
  });

  it('charges a pair of surrogates once and a half alone too', () => {
    const pairs = estimateTokens('😀'.repeat(100));

    assert.equal(estimateTokens('\ud83d'.repeat(100)), pairs);
    assert.equal(estimateTokens('\ude00'.repeat(100)), pairs);
    assert.ok(estimateTokens('a\ude00'.repeat(100)) > estimateTokens('a\ud83d\ude00'.repeat(90)));
  });

  it('takes random letters and digits for more than words', () => {
    const words = 'the build of the module was done again and the file is there ';
    const random = 'aB3xQ9zLm2Kd8Rt5Yw1Pc7Vn4Hs6Jf0GbT3eUq9XoZ5iN2lM8kD1jW7vC4';

    assert.ok(estimateTokens(random) > 2 * estimateTokens(words));
  });
});
