import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { ensureAgent } from '../../../scripts/agents/agentPackages.ts';
import { startScriptedModels } from '../../agents/models/scriptedModels.ts';
import { startRefusingProxy } from '../../agents/refusingProxy.ts';
import { closeEditors, open, put, workspacePath } from '../workspaceFiles.ts';
import type { ConnectedClaude } from './connected.ts';
import { connectClaude } from './connected.ts';

describe('Claude Code, connected by the command', () => {
  let claude: ConnectedClaude;

  before(async () => {
    claude = await connectClaude();
  });

  after(async () => {
    await claude.dispose();
    await closeEditors();
  });

  /** Lets the agent work through a prompt with its user-level configuration, and answers what it printed. */
  async function prompt(text: string, models: string, proxy: string): Promise<string> {
    const program = await ensureAgent('claude-code');
    const home = join(claude.folder, 'home');
    await mkdir(home);
    const child = spawn(program, ['--print', '--allowedTools', 'mcp__chipboard'], {
      cwd: workspacePath(''),
      env: {
        PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
        HOME: home,
        CLAUDE_CONFIG_DIR: claude.folder,
        ANTHROPIC_BASE_URL: models,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        ENABLE_TOOL_SEARCH: 'false',
        HTTP_PROXY: proxy,
        HTTPS_PROXY: proxy,
        NO_PROXY: '127.0.0.1,localhost',
      },
    });
    let output = '';
    const collect = (data: Buffer): void => void (output += data.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.stdin.end(text);
    const timer = setTimeout(() => child.kill('SIGKILL'), 90_000);
    await once(child, 'close');
    clearTimeout(timer);
    return output;
  }

  it('edits the open buffer over the launcher', async () => {
    await put('claude.txt', 'one\ntwo\nthree\n');
    const editor = await open('claude.txt');
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 3), ' // mine'));
    const [models, proxy] = await Promise.all([startScriptedModels(), startRefusingProxy()]);
    try {
      const output = await prompt(
        `
        call be-read {"file":"claude.txt"}
        call be-replace {"file":"claude.txt:2","content":"TWO","viewed_code_id":"{{viewed_code_id}}"}
        say all done
        `,
        models.url,
        proxy.url,
      );

      assert.match(output, /all done/, models.problems.join('\n'));
      assert.equal(editor.document.getText(), 'one // mine\nTWO\nthree\n');
    } finally {
      await models.dispose();
      await proxy.dispose();
    }
  });
});
