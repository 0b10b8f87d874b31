import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../../src/manifest/commands.ts';
import { connect } from '../mcpSession.ts';

describe('activation', () => {
  it('registers every command of the manifest', async () => {
    const extension = vscode.extensions.getExtension('chipboard.chipboard');
    await extension?.activate();

    const registered = new Set(await vscode.commands.getCommands(true));

    const missing = Object.values(commands).filter((command) => !registered.has(command.id));
    assert.deepEqual(missing, []);
  });

  it('offers its tools with flat schemas over HTTP', async () => {
    const session = await connect();

    const { tools } = await session.client.listTools();

    await session.close();
    assert.deepEqual(
      tools.map((tool) => tool.name),
      [
        ...['be-read', 'be-replace', 'be-insert', 'be-delete', 'be-write', 'be-insert-chip'],
        ...['be-func-range', 'be-tag-range', 'be-balance', 'be-trx'],
        ...['context-update', 'artifact-get'],
      ],
    );
    assert.ok(tools.every((tool) => tool.inputSchema.type === 'object'));
  });
});
