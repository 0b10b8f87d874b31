import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findJsonProblem } from '../../../src/mcp/jsonProblem.ts';
import { damagedCallId } from '../../../src/mcp/unreadable.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('findJsonProblem', () => {
  const cases: readonly (readonly [string, number, RegExp])[] = [
    ['', 0, /ends too early/],
    ['{"a":}', 5, /unexpected "}" where value/],
    ['{"a":1,}', 7, /where name/],
    ['[1,]', 3, /where value/],
    ['{"a":"b\nc"}', 7, /line break/],
    ['{"a":"C:\\users"}', 8, /backslash/],
    ['{"a":"b', 7, /inside a string/],
    ['{"a":"b\\u00', 11, /inside a string/],
    ['{"a":1} x', 8, /after the end/],
    ['{"a":tru}', 5, /unexpected "t"/],
    ['[01]', 2, /where , or end/],
  ];
  for (const [text, offset, message] of cases) {
    it(`finds the place in ${JSON.stringify(text)}`, () => {
      const problem = findJsonProblem(text);

      assert.equal(problem?.offset, offset);
      assert.match(problem.message, message);
    });
  }

  it('counts lines and columns from 1', () => {
    const problem = findJsonProblem('{\n  "a": x\n}');

    assert.deepEqual([problem?.line, problem?.column], [2, 8]);
  });

  it('agrees with JSON.parse on what is JSON', () => {
    const damaged = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', '"', '\\', ',', '}', ']', '\n', '0', '-', 'u', '{'),
      )
      .map(([text, at, put]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + 1);
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), damaged), (text) => {
        assert.equal(findJsonProblem(text) === undefined, isJson(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('reads ten million characters in one string', () => {
    assert.equal(findJsonProblem(`"${'a'.repeat(1e7)}`)?.offset, 1e7 + 1);
  });
});

describe('damagedCallId', () => {
  const long = 'x'.repeat(2000);
  const cases: readonly (readonly [string, string, number | string | undefined])[] = [
    ['at the start', `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"a":"${long}`, 7],
    [
      'at the start, a string',
      `{ "id": "q-1", "method": "tools/call", "params": {"a":"${long}`,
      'q-1',
    ],
    ['at the end', `{"method":"tools/call","params":{"a":"\n${long}"}},"jsonrpc":"2.0","id":9}`, 9],
    [
      'at both ends',
      `{"id":9,"method":"tools/call","params":{"a":"\n${long}"},"jsonrpc":"2.0"}`,
      9,
    ],
    [
      'of another method',
      `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"a":"${long}`,
      undefined,
    ],
    [
      'in the arguments only',
      `{"method":"tools/call","params":{"a":{"id":7,"b":"${long}`,
      undefined,
    ],
    ['in escaped text', `{"method":"tools/call","params":{"a":"${long}, \\"id\\": 7}`, undefined],
    ['twice', `{"id":1,"method":"tools/call","params":{"a":"\n${long}"},"id":2}`, undefined],
    ['nowhere', `{"method":"tools/call","params":{"a":"${long}`, undefined],
  ];
  for (const [where, body, id] of cases) {
    it(`answers ${String(id)} for an id ${where}`, () => {
      assert.equal(damagedCallId(Buffer.from(body)), id);
    });
  }
});
