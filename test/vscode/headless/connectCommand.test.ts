import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { until } from '../workspaceFiles.ts';
import type { ConnectedClaude } from './connected.ts';
import { connectClaude, present, storageOf } from './connected.ts';

describe('the command that connects an agent', () => {
  let claude: ConnectedClaude;

  afterEach(() => claude.dispose());

  it('leaves the configuration as it is when the user says so, and closes the diff', async () => {
    claude = await connectClaude('Leave');

    assert.equal(await claude.config(), present);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    assert.deepEqual(
      tabs.filter(({ input }) => input instanceof vscode.TabInputTextDiff),
      [],
    );
  });

  it('writes an entry without secret, and keeps everything else and a copy', async () => {
    claude = await connectClaude();

    const config = await claude.config();
    const { mcpServers, ...others } = JSON.parse(config) as Record<string, unknown>;

    assert.deepEqual(others, JSON.parse(present));
    assert.deepEqual(Object.keys(mcpServers as object), ['chipboard']);
    assert.doesNotMatch(config, /token|Bearer|127\.0\.0\.1/i);
    assert.equal((await stat(join(claude.folder, '.claude.json'))).mode & 0o777, 0o600);
    const copy = join(claude.folder, '.claude.json.before-chipboard');
    assert.equal(await readFile(copy, 'utf8'), present);
  });

  it('starts the server of the window, which is announced for its owner only', async () => {
    claude = await connectClaude();
    const folder = join(storageOf(await claude.launcher()), 'windows');

    await until('the window is announced', async () => (await readdir(folder)).length === 1);

    const [name = ''] = await readdir(folder);
    assert.ok(name.startsWith(`${process.pid}-`));
    assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
  });
});
