import type { AgentName } from '../../scripts/agents/agentPackages.ts';
import { agents } from '../../src/core/connect/agents.ts';
import type { StdioCommand } from '../../src/ports/outsideAgents.ts';

/** Where an MCP server listens. */
export interface McpAddress {
  readonly url: string;
  readonly token: string;
}

/** What an agent is to work with. */
export interface AgentSetup {
  /** The agent's program, as `ensureAgent` gives it. */
  readonly program: string;
  /** Base address of the models. */
  readonly models: string;
  /** The MCP server, which the agent knows as `chipboard`: at an address, or to be started. */
  readonly mcp: McpAddress | StdioCommand;
  /** The agent's home folder. */
  readonly home: string;
}

/** How an agent is started so that it reads a prompt from standard input, works through it and ends. */
export interface AgentCommand {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files to write first: path in the home folder → content. */
  readonly files: Readonly<Record<string, string>>;
}

/** No model looks at it, but no agent starts without one. */
const KEY = 'none';

/** The command of each agent: no log-in, no questions, the one MCP server. */
export const agentCommands: Record<AgentName, (setup: AgentSetup) => AgentCommand> = {
  'claude-code': ({ program, models, mcp, home }) => ({
    command: [
      program,
      '--print',
      ...['--mcp-config', `${home}/mcp.json`, '--strict-mcp-config'],
      ...['--allowedTools', 'mcp__chipboard'],
    ],
    env: {
      ANTHROPIC_BASE_URL: models,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      ENABLE_TOOL_SEARCH: 'false',
    },
    files: {
      'mcp.json': connected('claude-code', '{}', mcp, ({ url, headers }) => ({
        mcpServers: { chipboard: { type: 'http', url, headers } },
      })),
    },
  }),

  codex: ({ program, models, mcp, home }) => ({
    command: [program, 'exec', '--skip-git-repo-check', '--sandbox', 'read-only', '-'],
    env: {
      CODEX_HOME: `${home}/.codex`,
      SCRIPTED_KEY: KEY,
      ...('url' in mcp ? { CHIPBOARD_TOKEN: mcp.token } : {}),
    },
    files: {
      '.codex/config.toml': codexConfig(
        `
        model = "scripted"
        model_provider = "scripted"
        [model_providers.scripted]
        name = "Scripted"
        base_url = "${models}/v1"
        wire_api = "responses"
        env_key = "SCRIPTED_KEY"
        `,
        mcp,
      ),
    },
  }),

  'gemini-cli': ({ program, models, mcp }) => ({
    command: [process.execPath, program, '--model', 'gemini-2.5-flash'],
    env: {
      GEMINI_API_KEY: KEY,
      GOOGLE_GEMINI_BASE_URL: models,
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
    files: {
      '.gemini/settings.json': connected(
        'gemini-cli',
        JSON.stringify({
          security: { auth: { selectedType: 'gemini-api-key' } },
          privacy: { usageStatisticsEnabled: false },
        }),
        mcp,
        ({ url, headers }) => ({
          mcpServers: { chipboard: { httpUrl: url, headers, trust: true } },
        }),
      ),
    },
  }),

  opencode: ({ program, models, mcp, home }) => ({
    command: [program, 'run', '--model', 'scripted/scripted'],
    env: {
      OPENCODE_CONFIG: `${home}/opencode.json`,
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
    },
    files: {
      'opencode.json': connected(
        'opencode',
        JSON.stringify({
          provider: {
            scripted: {
              npm: '@ai-sdk/openai-compatible',
              options: { baseURL: `${models}/v1`, apiKey: KEY },
              models: { scripted: { tool_call: true } },
            },
          },
        }),
        mcp,
        ({ url, headers }) => ({ mcp: { chipboard: { type: 'remote', url, headers } } }),
      ),
    },
  }),
};

/** An address as agents' configurations have it. */
interface Remote {
  readonly url: string;
  readonly headers: { readonly Authorization: string };
}

/** A JSON configuration with the server in it; one to be started is put there as the extension does it for people. */
function connected(
  agent: AgentName,
  config: string,
  mcp: AgentSetup['mcp'],
  entry: (remote: Remote) => object,
): string {
  if (!('url' in mcp)) {
    return configured(agent, config, mcp);
  }
  const headers = { Authorization: `Bearer ${mcp.token}` };
  const present = JSON.parse(config) as object;
  return JSON.stringify({ ...present, ...entry({ url: mcp.url, headers }) });
}

function codexConfig(config: string, mcp: AgentSetup['mcp']): string {
  return 'url' in mcp
    ? `${config}
        [mcp_servers.chipboard]
        url = "${mcp.url}"
        bearer_token_env_var = "CHIPBOARD_TOKEN"
        default_tools_approval_mode = "approve"
        required = true
        startup_timeout_sec = 60
        `
    : configured('codex', config, mcp);
}

function configured(agent: AgentName, config: string, command: StdioCommand): string {
  const text = agents.find(({ id }) => id === agent)?.configure(config, command, true);
  if (text === undefined) {
    throw new Error(`The configuration of ${agent} cannot be changed.`);
  }
  return text;
}
