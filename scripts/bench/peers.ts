import { join } from 'node:path';
import { cacheFolder, ensurePrepared } from '../agents/preparedFolder.ts';
import { npm } from '../setup/command.mjs';
import { ROOT } from '../setup/dependencies.mjs';
import { step } from '../setup/progress.mjs';

/** A call of a peer's tool. */
export interface PeerCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A server to measure: how it is started, and how the same work is asked of it. */
export interface Peer {
  readonly name: string;
  /** Arguments for node. `root` is the folder it may work in. */
  command(root: string): readonly string[];
  /** Line `line` of the file, which is `old`, becomes `text`. */
  replace(file: string, line: number, old: string, text: string): PeerCall;
  /** Lines `first` to `last`; undefined where the server has no such call. */
  slice?(file: string, first: number, last: number): PeerCall;
  /** The function around a line. */
  functionRange?(file: string, line: number): PeerCall;
}

const packages = {
  '@modelcontextprotocol/server-filesystem': '2026.8.31',
  '@wonderwhy-er/desktop-commander': '0.2.52',
} as const;

/** Installs the peers once per version in the user's cache folder. Answers the folder of their packages. */
async function installPeers(): Promise<string> {
  const versions = Object.values(packages).join('-');
  const target = cacheFolder(`bench-peers-${versions}`);
  await ensurePrepared(target, (draft) =>
    step('installing the servers to compare with', async () => {
      const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
      await npm(['install', '--no-save', '--ignore-scripts', '--prefix', draft, ...names], draft);
    }),
  );
  return join(target, 'node_modules');
}

/** Ours, two servers people use, and the floor. */
export async function peers(scratch: string): Promise<readonly Peer[]> {
  const modules = await installPeers();
  return [
    {
      name: 'chipboard',
      command: (root) => [
        join(ROOT, 'dist', 'headless.js'),
        ...['--root', root, '--db', join(scratch, 'chipboard.db')],
      ],
      replace: (file, line, old, text) => ({
        tool: 'be-replace',
        args: { file: `${file}:${line}`, old, content: text },
      }),
      slice: (file, first, last) => ({
        tool: 'be-read',
        args: { file: `${file}:${first}-${last}` },
      }),
      functionRange: (file, line) => ({ tool: 'be-func-range', args: { file, line } }),
    },
    {
      name: 'floor',
      command: () => [join(ROOT, 'scripts', 'bench', 'floorServer.mjs')],
      replace: (path, line, _old, content) => ({
        tool: 'replace_line',
        args: { path, line, content },
      }),
      slice: (path, first, last) => ({ tool: 'read_slice', args: { path, first, last } }),
    },
    {
      name: 'server-filesystem',
      command: (root) => [
        join(modules, '@modelcontextprotocol', 'server-filesystem', 'dist', 'index.js'),
        root,
      ],
      replace: (path, _line, oldText, newText) => ({
        tool: 'edit_file',
        args: { path, edits: [{ oldText, newText }] },
      }),
    },
    {
      name: 'desktop-commander',
      command: () => [join(modules, '@wonderwhy-er', 'desktop-commander', 'dist', 'index.js')],
      replace: (path, _line, old, text) => ({
        tool: 'edit_block',
        args: { file_path: path, old_string: old, new_string: text },
      }),
      slice: (path, first, last) => ({
        tool: 'read_file',
        args: { path, offset: first - 1, length: last - first + 1 },
      }),
    },
  ];
}
