import assert from 'node:assert/strict';
import fc from 'fast-check';
import { setJsonEntry } from '../../../src/core/connect/jsonEntry.ts';
import { scanJson } from '../../../src/core/connect/jsonScan.ts';

const path = ['mcpServers', 'chipboard'];

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`;
}

describe('an entry in a JSON configuration', () => {
  it('makes a file of its own where there is none', () => {
    const made = lines('{', '  "mcpServers": {', '    "chipboard": 1', '  }', '}');

    assert.equal(setJsonEntry(undefined, path, 1), made);
    assert.equal(setJsonEntry(' \n', path, 1), made);
  });

  it('comes after the other entries, indented as they are', () => {
    const text = lines('{', '\t"mcpServers": {', '\t\t"a": {}', '\t},', '\t"b": 1', '}');

    const changed = setJsonEntry(text, path, { c: [1] });

    assert.equal(
      changed,
      lines(
        ...['{', '\t"mcpServers": {', '\t\t"a": {},', '\t\t"chipboard": {', '\t\t\t"c": ['],
        ...['\t\t\t\t1', '\t\t\t]', '\t\t}', '\t},', '\t"b": 1', '}'],
      ),
    );
  });

  it('replaces the one that is there, and keeps comments and commas', () => {
    const text = lines(
      ...['{', '  // mine', '  "mcpServers": {', '    /* ours */ "chipboard": {"old": 1}, // x'],
      ...['    "b": "\\"}"', '  },', '}'],
    );

    assert.equal(setJsonEntry(text, path, true), text.replace('{"old": 1}', 'true'));
  });

  it('keeps a comma that stands behind the last entry', () => {
    const text = lines('{', '  "mcpServers": {', '    "a": 1, // one', '  },', '}');

    const changed = setJsonEntry(text, path, 2) ?? '';

    assert.ok(scanJson(changed));
    assert.ok(changed.includes('"a": 1,'));
    assert.ok(changed.includes('// one'));
  });

  it('fits into empty objects, after their comments', () => {
    assert.equal(setJsonEntry('{}', path, 1), '{\n  "mcpServers": {\n    "chipboard": 1\n  }\n}');
    assert.equal(setJsonEntry('{ // none yet\n}\n', ['a'], 1), '{ // none yet\n  "a": 1\n}\n');
  });

  it('ends lines as the file does', () => {
    const changed = setJsonEntry('{\r\n  "a": 1\r\n}\r\n', path, {}) ?? '';

    assert.doesNotMatch(changed.replaceAll('\r\n', ''), /[\r\n]/);
  });

  it('is refused by what is no JSON, or has no objects where it belongs', () => {
    for (const text of [
      '{',
      '{"a":1}}',
      '{"a" 1}',
      '[1]',
      '{"mcpServers":[]}',
      '{"a":01}',
      "{'a':1}",
    ]) {
      assert.equal(setJsonEntry(text, path, 1), undefined, text);
    }
  });

  it('of two with one name replaces the last, which is the one that counts', () => {
    assert.equal(setJsonEntry('{"a":1,"a":2}', ['a'], 3), '{"a":1,"a":3}');
  });

  it('changes nothing else in any JSON', () => {
    const object = fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(object, object, fc.constantFrom(0, 2, '\t'), (outer, servers, indent) => {
        const present = { ...outer, mcpServers: servers };
        const text = JSON.stringify(present, null, indent);

        const changed = JSON.parse(setJsonEntry(text, path, { x: 1 }) ?? '') as unknown;

        const wanted = { ...present, mcpServers: { ...servers, chipboard: { x: 1 } } };
        assert.deepEqual(changed, JSON.parse(JSON.stringify(wanted)));
      }),
    );
  });

  it('reads exactly what JSON is', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('"', '{', ',', ']', '1', ''),
        (json, at, put) => {
          const place = at % (json.length + 1);
          const text = json.slice(0, place) + put + json.slice(place);
          let isJson = true;
          try {
            JSON.parse(text);
          } catch {
            isJson = false;
          }

          // Commas before closing brackets are taken besides.
          if (isJson || !/,\s*[}\]]|[[{]\s*,/.test(text)) {
            assert.equal(scanJson(text) !== undefined, isJson, text);
          }
        },
      ),
    );
  });
});
