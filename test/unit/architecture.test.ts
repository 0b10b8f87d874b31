import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What each folder of `src` may import besides itself: other folders, and packages by name (`node:` = any of Node). */
const allowed: Record<string, readonly string[]> = {
  protocol: ['ports'],
  manifest: [],
  ports: [],
  core: ['ports', 'diff'],
  tools: ['ports', 'core', 'zod'],
  panel: ['ports', 'core', 'tools', 'protocol', 'compose.ts', 'diff'],
  mcp: ['ports', 'tools', '@modelcontextprotocol/sdk', 'node:'],
  node: [
    'manifest',
    'ports',
    'core',
    'node:',
    'iconv-lite',
    '@vscode/tree-sitter-wasm',
    'gpt-tokenizer',
  ],
  'compose.ts': ['ports', 'core', 'tools'],
  host: [
    'ports',
    'core',
    'tools',
    'panel',
    'manifest',
    'protocol',
    'compose.ts',
    'vscode',
    'node:path',
  ],
  'extension.ts': ['host', 'vscode', 'node:path'],
  'runtime.ts': ['compose.ts', 'core', 'panel', 'host', 'mcp', 'node', 'node:'],
  'uninstall.ts': ['node', 'node:'],
  'headless.ts': ['compose.ts', 'core', 'mcp', 'node', 'node:'],
};

/** Entry points of the MCP SDK that may be imported; others bring a web framework with them. */
const sdkEntries = [
  '@modelcontextprotocol/sdk/server/index.js',
  '@modelcontextprotocol/sdk/types.js',
  '@modelcontextprotocol/sdk/shared/transport.js',
  '@modelcontextprotocol/sdk/shared/protocol.js',
  '@modelcontextprotocol/sdk/validation/types.js',
];

/** What the page takes of the extension besides types: it works on texts alone. */
const pagePure = ['panel/diffRows.ts'];

interface Import {
  readonly file: string;
  readonly zone: string;
  readonly target: string;
  readonly specifier: string;
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const zone = relative('src', file).split('/')[0] ?? '';
  return [...text.matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'/gm)].map((match) => {
    const specifier = match[1] ?? '';
    const target = specifier.startsWith('.')
      ? (relative('src', join(dirname(file), specifier)).split('/')[0] ?? '')
      : specifier;
    return { file, zone, target, specifier };
  });
}

const imports = filesBelow('src').flatMap(importsOf);

describe('architecture', () => {
  it('imports only in the directions of the table', () => {
    const wrong = imports.filter(({ zone, target }) => {
      const list = allowed[zone] ?? [];
      const fits = list.some(
        (name) =>
          target === name ||
          (name.endsWith(':') && target.startsWith(name)) ||
          target.startsWith(`${name}/`),
      );
      return target !== zone && !fits;
    });

    assert.deepEqual(
      wrong.map(({ file, specifier }) => `${file} imports ${specifier}`),
      [],
    );
  });

  it('has a place in the table for every folder and entry', () => {
    const zones = new Set(imports.map(({ zone }) => zone));

    const missing = [...zones].filter((zone) => !(zone in allowed));

    assert.deepEqual(missing, []);
  });

  it('takes from the MCP SDK only the entry points listed', () => {
    const wrong = imports.filter(
      ({ target }) => target.startsWith('@modelcontextprotocol/') && !sdkEntries.includes(target),
    );

    assert.deepEqual(
      wrong.map(({ file, specifier }) => `${file} imports ${specifier}`),
      [],
    );
  });

  it('lets one file alone import the UI toolkit', () => {
    const users = filesBelow('webview').filter((file) =>
      readFileSync(join(root, file), 'utf8').includes("'@vscode/webview-ui-toolkit'"),
    );

    assert.deepEqual(users, ['webview/ui.ts']);
  });

  it('lets the page import types of messages and rows, and the rows of diffs', () => {
    const wrong = filesBelow('webview').flatMap((file) => {
      const found = importsOf(file).filter(({ specifier }) => specifier.includes('/src/'));
      return found
        .map(({ specifier }) => relative('src', join(dirname(file), specifier)))
        .filter((target) => !/^(protocol|ports)\//.test(target) && !pagePure.includes(target))
        .map((target) => `${file} imports ${target}`);
    });

    assert.deepEqual(wrong, []);
  });

  it('keeps the entries short', () => {
    const long = ['src/extension.ts', 'src/runtime.ts', 'src/headless.ts'].filter(
      (file) => readFileSync(join(root, file), 'utf8').split('\n').length > 100,
    );

    assert.deepEqual(long, []);
  });

  it('has no file named for what it is not about', () => {
    const names = [...filesBelow('src'), ...filesBelow('webview')].filter((file) =>
      /util|helper|manager|common/i.test(file),
    );

    assert.deepEqual(names, []);
  });
});
