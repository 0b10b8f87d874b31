import assert from 'node:assert/strict';
import { setTomlTable } from '../../../src/core/connect/tomlEntry.ts';
import { tomlLines } from '../../../src/core/connect/tomlLines.ts';

const name = ['mcp_servers', 'chipboard'] as const;
const values = { command: '/bin/x', args: ['a b'] };
const table = '[mcp_servers.chipboard]\ncommand = "/bin/x"\nargs = ["a b"]\n';

describe('a table in a TOML configuration', () => {
  it('makes a file of its own where there is none', () => {
    assert.equal(setTomlTable(undefined, name, values), table);
    assert.equal(setTomlTable('', name, values), table);
  });

  it('comes at the end, whatever the file is like', () => {
    const text = 'model = "m" # mine\n[mcp_servers.other]\ncommand = "o"';

    assert.equal(setTomlTable(text, name, values), `${text}\n\n${table}`);
  });

  it('replaces the one that is there with its sub-tables, and keeps the comments of the next', () => {
    const before = '# top\n[a]\nb = """\n[mcp_servers.chipboard]\n"""\n\n';
    const ours =
      '[mcp_servers."chipboard"]\ncommand = "old"\n\n[mcp_servers.chipboard.env]\nX = "1"\n';
    const after = '\n# about c\n[c]\nd = [\n  1, # ]\n]\n';

    assert.equal(setTomlTable(before + ours + after, name, values), before + table + after);
  });

  it('gathers a sub-table that stands apart', () => {
    const text =
      '[mcp_servers.chipboard]\nx = 1\n[a]\nb = 1\n[mcp_servers.chipboard.env]\nX = "1"\n';

    assert.equal(setTomlTable(text, name, values), `${table}[a]\nb = 1\n`);
  });

  it('is refused where the same is said in another way', () => {
    for (const text of [
      'mcp_servers = { chipboard = { command = "x" } }\n',
      'mcp_servers.chipboard.command = "x"\n',
      '[mcp_servers]\nchipboard = { command = "x" }\n',
      '[mcp_servers]\nchipboard.command = "x"\n',
    ]) {
      assert.equal(setTomlTable(text, name, values), undefined, text);
    }
  });

  it('stands beside other servers that are said in another way', () => {
    const text = '[mcp_servers]\nother = { command = "x" }\n';

    assert.equal(setTomlTable(text, name, values), `${text}\n${table}`);
  });

  it('is refused by what is no TOML', () => {
    for (const text of [
      '[a\n',
      'a\n',
      'a =\n',
      'a = [1\n',
      'a = "x\n',
      'a = """x\n',
      '{"a": 1}\n',
      '[a] b\n',
    ]) {
      assert.equal(setTomlTable(text, name, values), undefined, text);
    }
  });

  it('is not confused by strings, brackets and comments of any kind', () => {
    const text = [
      `a = "[x] # \\" y" # it's`,
      "b = 'c:\\'",
      "c = '''",
      "[d]'",
      "'''",
      'd = { e = "}" }',
      'e = 1979-05-27T07:32:00Z',
      '[[f]]',
      '"g.h".i = [ "]", [1, 2], ] # ]',
      '',
    ].join('\r\n');

    const read = tomlLines(text) ?? [];

    assert.deepEqual(
      read.filter(({ kind }) => kind !== 'blank').map((line) => line.name.join('/')),
      ['a', 'b', 'c', 'd', 'e', 'f', 'g.h/i'],
    );
    assert.equal(read.map(({ start, end }) => text.slice(start, end)).join(''), text);
  });

  it('ends lines as the file does and escapes what needs it', () => {
    const changed = setTomlTable('a = 1\r\n', name, { command: 'C:\\a "b"' }) ?? '';

    assert.ok(changed.endsWith('[mcp_servers.chipboard]\r\ncommand = "C:\\\\a \\"b\\""\r\n'));
  });
});
