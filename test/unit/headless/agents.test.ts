import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { agents, genericSnippet } from '../../../src/core/connect/agents.ts';
import type { ConnectableAgent } from '../../../src/core/connect/agents.ts';

const command = { command: '/storage/bin/chipboard-mcp', args: [] };

function agent(id: string): ConnectableAgent {
  const found = agents.find((one) => one.id === id);
  assert.ok(found);
  return found;
}

function files(id: string, env: Record<string, string> = {}): readonly string[] {
  return agent(id).files({ home: '/home/me', env, paths: posix });
}

describe('agents that can be connected', () => {
  it('have their configuration where they look for it', () => {
    assert.deepEqual(
      agents.map(({ id }) => files(id)[0]),
      [
        '/home/me/.claude.json',
        '/home/me/.codex/config.toml',
        '/home/me/.gemini/settings.json',
        '/home/me/.config/opencode/opencode.json',
        '/home/me/.cursor/mcp.json',
      ],
    );
  });

  it('have it elsewhere where their variables say so', () => {
    assert.deepEqual(files('claude-code', { CLAUDE_CONFIG_DIR: '/c' }), ['/c/.claude.json']);
    assert.deepEqual(files('codex', { CODEX_HOME: '/c' }), ['/c/config.toml']);
    assert.deepEqual(files('gemini-cli', { GEMINI_CLI_HOME: '/c' }), ['/c/.gemini/settings.json']);
    assert.equal(files('opencode', { XDG_CONFIG_HOME: '/c' })[0], '/c/opencode/opencode.json');
  });

  it('are told to start the launcher, and nothing secret', () => {
    for (const one of agents) {
      const text = one.configure(undefined, command, true) ?? '';

      assert.ok(text.includes(command.command), one.id);
      assert.doesNotMatch(text, /Bearer|token|127\.0\.0\.1/i);
    }
  });

  it('are not changed a second time', () => {
    for (const one of agents) {
      const once = one.configure(undefined, command, false);

      assert.equal(one.configure(once, command, false), once, one.id);
    }
  });

  it('run tools unasked only where the user said so', () => {
    assert.match(agent('codex').configure('', command, true) ?? '', /approval_mode = "approve"/);
    assert.doesNotMatch(agent('codex').configure('', command, false) ?? '', /approve/);
    assert.doesNotMatch(agent('gemini-cli').configure('', command, false) ?? '', /trust/);
  });

  it('start the launcher in the folder of the project where they do not by themselves', () => {
    assert.match(agent('cursor').configure('', command, false) ?? '', /"\$\{workspaceFolder\}"/);
  });

  it('that are not known get an entry to put in by hand', () => {
    assert.deepEqual(JSON.parse(genericSnippet(command)), { mcpServers: { chipboard: command } });
  });
});
