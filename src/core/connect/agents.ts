import type { StdioCommand } from '../../ports/outsideAgents.ts';
import type { Paths } from '../../ports/paths.ts';
import { setJsonEntry } from './jsonEntry.ts';
import { setTomlTable } from './tomlEntry.ts';

/** Where a user's configurations lie. */
export interface UserHome {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly paths: Pick<Paths, 'join'>;
}

/** An agent whose user-level configuration can be written. */
export interface ConnectableAgent {
  readonly id: string;
  readonly label: string;
  /** Its configuration; of several names the first that is there, else the first. */
  files(user: UserHome): readonly string[];
  /** The text with our entry; undefined when the present text cannot be changed safely. */
  configure(text: string | undefined, command: StdioCommand, approve: boolean): string | undefined;
  /** It can be told to run our tools without asking; what that means, for the question. */
  readonly approval?: string;
}

const server = 'chipboard';

/** The agents, in the order in which they are offered. */
export const agents: readonly ConnectableAgent[] = [
  {
    id: 'claude-code',
    label: 'Claude Code',
    files: (user) => [fileIn(user, 'CLAUDE_CONFIG_DIR', [], '.claude.json')],
    configure: (text, { command, args }) =>
      setJsonEntry(text, ['mcpServers', server], { type: 'stdio', command, args }),
  },
  {
    id: 'codex',
    label: 'Codex',
    files: (user) => [fileIn(user, 'CODEX_HOME', ['.codex'], 'config.toml')],
    configure: (text, { command, args }, approve) =>
      setTomlTable(text, ['mcp_servers', server], {
        command,
        args,
        ...(approve ? { default_tools_approval_mode: 'approve' } : {}),
      }),
    approval: 'Codex runs Chipboard’s tools without asking, as it does its own edits',
  },
  {
    id: 'gemini-cli',
    label: 'Gemini CLI',
    files: (user) => [fileIn(user, 'GEMINI_CLI_HOME', [], '.gemini', 'settings.json')],
    configure: (text, { command, args }, approve) =>
      setJsonEntry(text, ['mcpServers', server], {
        command,
        args,
        ...(approve ? { trust: true } : {}),
      }),
    approval: 'Gemini CLI runs Chipboard’s tools without asking',
  },
  {
    id: 'opencode',
    label: 'opencode',
    files: (user) =>
      ['opencode.json', 'opencode.jsonc', 'config.json'].map((name) =>
        fileIn(user, 'XDG_CONFIG_HOME', ['.config'], 'opencode', name),
      ),
    configure: (text, { command, args }) =>
      setJsonEntry(text, ['mcp', server], {
        type: 'local',
        command: [command, ...args],
        enabled: true,
      }),
  },
  {
    id: 'cursor',
    label: 'Cursor',
    files: ({ home, paths }) => [paths.join(home, '.cursor', 'mcp.json')],
    configure: (text, { command, args }) =>
      // Cursor starts servers in no folder in particular.
      setJsonEntry(text, ['mcpServers', server], {
        command,
        args: [...args, '--root', '${workspaceFolder}'],
      }),
  },
];

/** What agents that are not listed are mostly told. */
export function genericSnippet({ command, args }: StdioCommand): string {
  return `${JSON.stringify({ mcpServers: { [server]: { command, args } } }, null, 2)}\n`;
}

/** A file in the folder that a variable names, else in one of the user's home. */
function fileIn(
  { home, env, paths }: UserHome,
  variable: string,
  folder: readonly string[],
  ...file: readonly string[]
): string {
  const named = env[variable];
  const base = named === undefined || named === '' ? paths.join(home, ...folder) : named;
  return paths.join(base, ...file);
}
