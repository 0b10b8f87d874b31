import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../../src/manifest/commands.ts';
import { enterHome, sample, wasRead, type SessionHome } from '../sessions/home.ts';
import { reportOn, rowsWhere, showView } from '../sessions/tree.ts';
import { withWorkspaceSettings } from '../sessions/workspaceSettings.ts';
import { closeEditors, until } from '../workspaceFiles.ts';

describe('the sessions of agents in a workspace the user has not trusted', () => {
  let home: SessionHome;

  before(async () => {
    home = await enterHome();
  });

  after(async () => {
    await closeEditors();
    await home.leave();
  });

  it('are those of the person’s own home that worked there, whatever the workspace’s settings say', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const named = await home.put('named/x.jsonl', await sample('codex/legacy-unenveloped.jsonl'));
    const settings = {
      'chipboard.transcripts.folders': [join(home.path, 'named')],
      'chipboard.transcripts.agents': ['Gemini CLI'],
    };

    await withWorkspaceSettings(settings, async () => {
      await showView();
      await vscode.commands.executeCommand(commands.refreshSessions.id);

      const labels = await rowsWhere(
        'there are two agents with one session each',
        (rows) => rows.length === 6,
      );
      assert.match(labels.join('\n'), /^Claude Code, 1 session$/m);
      assert.match(labels.join('\n'), /^Codex, 1 session$/m);
      assert.equal(await wasRead(home.claude), true);
      assert.equal(await wasRead(named), false);
    });
  });

  it('open as a report, as in any other', async () => {
    await vscode.commands.executeCommand(commands.showSession.id, home.claude);

    await until('the report is there', () => reportOn(home.claude) !== undefined);
    assert.match(reportOn(home.claude) ?? '', /^ {2}3 calls, /m);
  });
});
