import assert from 'node:assert/strict';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join, relative } from 'node:path';
import * as vscode from 'vscode';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { commands } from '../../../src/manifest/commands.ts';
import type { SettingKey } from '../../../src/manifest/settings.ts';
import { connect } from '../mcpSession.ts';
import { closeEditors, put, until } from '../workspaceFiles.ts';
import { enterHome, sample, wasRead, type SessionHome } from './home.ts';
import { reportOn, rowLabels, rowsWhere, showView } from './tree.ts';
import { withWorkspaceSettings } from './workspaceSettings.ts';

const run = (command: { readonly id: string }, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(command.id, ...args);

/** Whether the heavy part of the extension is loaded: what starts readers is in it. */
function isRuntimeLoaded(): boolean {
  const { cache } = createRequire(__filename);
  return Object.keys(cache).some((file) => /dist[\\/]runtime\.js$/.test(file));
}

/** One more call, after the last line of a session of Claude Code. */
async function appendCall(file: string): Promise<void> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const answers = lines.filter((line) => line.includes('"model":"claude-'));
  const last = JSON.parse(lines.at(-1) ?? '') as { uuid?: string };
  const answer = JSON.parse(answers.at(-1) ?? '') as { message: object };
  const made = `made-${lines.length}`;
  const message = {
    ...answer.message,
    id: `msg_${made}`,
    usage: { input_tokens: 4321, output_tokens: 7 },
  };
  const next = { ...answer, uuid: made, parentUuid: last.uuid, requestId: `req_${made}`, message };
  await appendFile(file, `${JSON.stringify(next)}\n`);
}

/** Whether a row is the session of the other folder. */
function isElsewhere(label: string): boolean {
  return label.startsWith('/mafi, ');
}

const foldersKey: SettingKey = 'chipboard.transcripts.folders';

/** Whether a row is the agent of two sessions. */
function isKept(label: string): boolean {
  return label === 'Codex, 2 sessions';
}

const welcome = '.welcome-view-content';

describe('the sessions of agents', () => {
  let home: SessionHome;

  before(async () => {
    home = await enterHome();
  });

  after(async () => {
    await closeEditors();
    await home.leave();
  });

  it('are not looked for before the view is opened', async () => {
    await vscode.extensions.getExtension('chipboard.chipboard')?.activate();
    assert.equal(isRuntimeLoaded(), false);
    const session = await connect();
    await session.close();

    assert.equal(isRuntimeLoaded(), true);
    for (const file of [home.claude, home.codex, home.elsewhere]) {
      assert.equal(await wasRead(file), false, file);
    }
  });

  it('are none in an empty home, and the view says what can be done', async () => {
    await home.whileEmpty(async () => {
      await showView();
      await driveUi({
        action: 'waitFor',
        selector: `${welcome} >> text=that worked in this workspace`,
      });
    });

    const buttons = await driveUi({ action: 'texts', selector: `${welcome} .monaco-button` });
    assert.deepEqual(buttons, ['Show Sessions of All Folders', 'Open Transcript…']);
    assert.deepEqual(await rowLabels(), []);
  });

  it('are listed by agent and day, those of the workspace only', async () => {
    await run(commands.refreshSessions);

    const labels = await rowsWhere(
      'there are two agents and their sessions',
      (rows) => rows.length === 6,
    );

    assert.equal(await wasRead(home.claude), true);
    assert.deepEqual(
      labels.filter((label) => /^(Claude Code|Codex|Today)/.test(label)).length,
      4,
      labels.join('\n'),
    );
    assert.match(labels.join('\n'), /, 3 calls, active now$/m);
  });

  it('of all folders are listed when a person says so, until they say otherwise', async () => {
    await run(commands.allSessions);
    await rowsWhere('there is one more', (rows) => rows.some(isElsewhere));

    await run(commands.workspaceSessions);
    await rowsWhere('it is gone', (rows) => rows.length > 0 && !rows.some(isElsewhere));
  });

  it('open as a report by the keyboard: it tells what is known of the sample', async () => {
    await showView();
    await driveUi({ action: 'press', key: 'End' });
    await driveUi({ action: 'press', key: 'Enter' });
    await until('the report is there', () => reportOn(home.claude) !== undefined);

    const text = reportOn(home.claude) ?? '';

    assert.match(text, /^Claude Code session 98b76fb9-f5d3-40c5-ab82-b970c20e3764\n/);
    assert.match(text, /^ {2}3 calls, 3 questions, 18 blocks, 1 patch$/m);
    assert.match(text, /Largest input: 24,744 in turn 3/);
    assert.match(text, /26,634/);
    assert.match(
      text,
      /^ {8}- injected_001 .* @ .*98b76fb9-[^:]*\.jsonl:139\+\d+ message\.content\.0\.text$/m,
    );
    assert.match(text, /^Records: 26, of which 0 could not be read/m);
    await until(
      'it is in front',
      () => vscode.window.activeTextEditor?.document.uri.query === home.claude,
    );
  });

  it('are followed: the report and the tree tell of what is appended within a second or so', async () => {
    await run(commands.followSession, home.claude);
    await rowsWhere('it is marked', (rows) =>
      rows.some((row) => row.includes('followed, 3 calls')),
    );

    const started = Date.now();
    await appendCall(home.claude);
    await until('the report tells it', () => /^ {2}4 calls, /m.test(reportOn(home.claude) ?? ''));
    const took = Date.now() - started;

    assert.ok(took < 2000, `${took} ms`);
    assert.match(reportOn(home.claude) ?? '', /^ {5}4 {2}in 4,321, out 7 /m);
    await rowsWhere('the tree tells it', (rows) =>
      rows.some((row) => row.includes('followed, 4 calls')),
    );

    await run(commands.unfollowSession, home.claude);
    await rowsWhere('the mark is gone', (rows) => !rows.some((row) => row.includes('followed')));
  });

  it('that are opened by their files are listed too', async () => {
    const opened = await run(commands.openTranscript, vscode.Uri.file(home.elsewhere));

    assert.deepEqual(opened, [home.elsewhere]);
    assert.match(reportOn(home.elsewhere) ?? '', /^ {2}15 calls, /m);
    await rowsWhere('it is listed', (rows) => rows.some((row) => row.includes('15 calls')));
  });

  it('are none where the file is another: one sentence names the formats', async () => {
    const file = await put('no-session.jsonl', '{"a":1}\n');

    const opened = await run(commands.openTranscript, [
      vscode.Uri.file(file),
      vscode.Uri.file(join(home.path, 'none.jsonl')),
    ]);

    assert.deepEqual(opened, []);
    const selector = '.notifications-center .notification-list-item-message';
    await vscode.commands.executeCommand('notifications.showList');
    await driveUi({ action: 'waitFor', selector });
    const texts = (await driveUi({ action: 'texts', selector })) as readonly string[];
    assert.match(
      texts.join('\n'),
      /no-session\.jsonl: The file is no transcript that is known\. Known are those of Claude Code, Codex, Copilot, .*none\.jsonl: The file is not there\./,
    );
    assert.equal(reportOn(file), undefined);
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('are opened when their files are dropped on the tree', async () => {
    await closeEditors();
    const code = `(() => {
      const target = document.querySelector('.customview-tree .monaco-list-row');
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/uri-list', 'vscode-remote://' + location.host + ${JSON.stringify(home.codex)});
      for (const type of ['dragenter', 'dragover', 'drop']) {
        target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    })()`;

    await driveUi({ action: 'eval', code });

    await until('the report is there', () => reportOn(home.codex) !== undefined);
    assert.match(reportOn(home.codex) ?? '', /^Codex session /);
  });

  it('are kept: when the file is gone the session stays, and opens with the same report', async () => {
    await run(commands.showSession, home.codex);
    const before = reportOn(home.codex) ?? '';
    assert.match(before, /^Codex session /);
    assert.equal(await run(commands.keepSession, home.codex), home.codex);
    await rowsWhere('it is marked', (rows) => rows.some((row) => /, kept, \d+ calls?/.test(row)));

    const text = await readFile(home.codex, 'utf8');
    await closeEditors();
    await rm(home.codex);
    await run(commands.refreshSessions);
    await rowsWhere('it is told that the file is gone', (rows) =>
      rows.some((row) => row.includes('kept, file gone')),
    );
    const opened = await run(commands.showSession, home.codex);

    assert.equal(opened, home.codex);
    assert.equal(reportOn(home.codex), before);
    // Under test the editor shows no modal question: without an answer nothing goes.
    await run(commands.stopKeeping, home.codex);
    await run(commands.refreshSessions);
    await rowsWhere('it is there still', (rows) =>
      rows.some((row) => row.includes('kept, file gone')),
    );
    await home.put(relative(home.path, home.codex), text);
    await run(commands.refreshSessions);
    await rowsWhere('the file is back', (rows) =>
      rows.some((row) => /, kept, \d+ calls?/.test(row)),
    );
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('are listed from folders that the user names, as soon as they are named', async () => {
    const kept = await home.put(
      'kept/of/long.jsonl',
      await sample('codex/legacy-unenveloped.jsonl'),
    );
    const settings = vscode.workspace.getConfiguration();
    await rowsWhere('the session is not there', (rows) => rows.every((row) => !isKept(row)));

    await settings.update(foldersKey, ['~/kept'], vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand(
      'workbench.actions.treeView.chipboard.sessions.collapseAll',
    );

    await rowsWhere('it is there', (rows) => rows.some(isKept));
    await settings.update(foldersKey, undefined, vscode.ConfigurationTarget.Global);
    assert.equal(await wasRead(kept), true);
  });

  it('are not listed from folders that the workspace names', async () => {
    const named = await home.put('named/x.jsonl', await sample('codex/legacy-unenveloped.jsonl'));

    await withWorkspaceSettings({ [foldersKey]: ['~/named'] }, async () => {
      await run(commands.refreshSessions);

      await rowsWhere('the others are there', (rows) => rows.length > 0);
      assert.deepEqual(vscode.workspace.getConfiguration().get(foldersKey), []);
      assert.equal(await wasRead(named), false);
    });
  });

  it('have their paths copied', async () => {
    await run(commands.copyTranscriptPath, home.codex);

    assert.equal(await vscode.env.clipboard.readText(), home.codex);
    assert.equal(basename(home.codex), 'rollout-plain.jsonl');
  });
});
