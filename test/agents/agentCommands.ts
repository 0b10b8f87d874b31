import type { AgentName } from '../../scripts/agents/agentPackages.ts';

/** What an agent is to work with. */
export interface AgentSetup {
  /** The agent's program, as `ensureAgent` gives it. */
  readonly program: string;
  /** Base address of the models. */
  readonly models: string;
  /** The MCP server, which the agent knows as `chipboard`. */
  readonly mcp: { readonly url: string; readonly token: string };
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
      'mcp.json': JSON.stringify({
        mcpServers: { chipboard: { type: 'http', url: mcp.url, headers: authorization(mcp) } },
      }),
    },
  }),

  codex: ({ program, models, mcp, home }) => ({
    command: [program, 'exec', '--skip-git-repo-check', '--sandbox', 'read-only', '-'],
    env: { CODEX_HOME: `${home}/.codex`, SCRIPTED_KEY: KEY, CHIPBOARD_TOKEN: mcp.token },
    files: {
      '.codex/config.toml': `
        model = "scripted"
        model_provider = "scripted"
        [model_providers.scripted]
        name = "Scripted"
        base_url = "${models}/v1"
        wire_api = "responses"
        env_key = "SCRIPTED_KEY"
        [mcp_servers.chipboard]
        url = "${mcp.url}"
        bearer_token_env_var = "CHIPBOARD_TOKEN"
        default_tools_approval_mode = "approve"
        `,
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
      '.gemini/settings.json': JSON.stringify({
        mcpServers: {
          chipboard: { httpUrl: mcp.url, headers: authorization(mcp), trust: true },
        },
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
      }),
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
      'opencode.json': JSON.stringify({
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${models}/v1`, apiKey: KEY },
            models: { scripted: { tool_call: true } },
          },
        },
        mcp: { chipboard: { type: 'remote', url: mcp.url, headers: authorization(mcp) } },
      }),
    },
  }),
};

function authorization({ token }: AgentSetup['mcp']): { readonly Authorization: string } {
  return { Authorization: `Bearer ${token}` };
}
