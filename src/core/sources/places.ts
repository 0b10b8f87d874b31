import { editorPlaces } from './editorPlaces.ts';
import { slashed } from './workspaceMarks.ts';

/** What decides where programs keep their sessions. Paths have `/` between their parts. */
export interface Surroundings {
  /** `linux`, `darwin`, `win32`; others are like `linux`. */
  readonly platform: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Homes of Windows users, where Linux runs inside Windows. */
  readonly windowsHomes: readonly string[];
}

/** What tells the folder that a session worked in without a look at the session. */
export type FolderMark =
  /** The name of the part is made of the folder's path (`projectSlug`). */
  | { readonly by: 'slug'; readonly depth: number }
  /** A file in the folder of that part tells it (`folderTold`); `hashed`: or the part's name is the path's SHA-256. */
  | {
      readonly by: 'file';
      readonly depth: number;
      readonly name: string;
      readonly hashed?: true;
    };

/** Where sessions of a program may lie. */
export interface TranscriptPlace {
  /** Absolute. */
  readonly root: string;
  /** Patterns of names from there on, for `matchesName`; the last is the file's. */
  readonly parts: readonly string[];
  /** Names of the agents whose sessions may lie there; absent: of any. */
  readonly agents?: readonly string[];
  /** Names of files that are no session of their own. */
  readonly except?: string;
  /** Index of the part (`depth`) whose folder is marked, and how. */
  readonly mark?: FolderMark;
  /** Names grow with time, so that the last are looked at first. */
  readonly newestLast?: true;
  /** Named by the user, so that sessions are given whatever folder they worked in. */
  readonly extra?: true;
  /** The file is a database with many sessions, not a transcript. */
  readonly database?: true;
}

function inHome(home: string): TranscriptPlace[] {
  return [
    ...claudeCode([`${home}/.claude`, `${home}/.config/claude`]),
    ...codex(`${home}/.codex`),
    ...copilotCli(`${home}/.copilot`),
    ...gemini(home),
    ...opencode(`${home}/.local/share`),
    {
      agents: ['Cline'],
      root: `${home}/.cline/data`,
      parts: ['tasks', '*', 'api_conversation_history.json'],
    },
  ];
}

function claudeCode(folders: readonly string[]): TranscriptPlace[] {
  return folders.map((folder) => ({
    agents: ['Claude Code'],
    root: `${folder}/projects`,
    parts: ['*', '*.jsonl'],
    except: 'agent-*',
    mark: { by: 'slug', depth: 0 },
  }));
}

function codex(folder: string): TranscriptPlace[] {
  const file = 'rollout-*.jsonl|rollout-*.json';
  const common = { agents: ['Codex'], newestLast: true } as const;
  return [
    { ...common, root: `${folder}/sessions`, parts: ['*', '*', '*', file] },
    { ...common, root: `${folder}/sessions`, parts: [file] },
    { ...common, root: `${folder}/archived_sessions`, parts: [file] },
  ];
}

function copilotCli(folder: string): TranscriptPlace[] {
  const agents = ['Copilot'];
  return [
    {
      agents,
      root: `${folder}/session-state`,
      parts: ['*', 'events.jsonl'],
      mark: { by: 'file', depth: 0, name: 'workspace.yaml' },
    },
    { agents, root: `${folder}/session-state`, parts: ['*.jsonl'] },
    { agents, root: `${folder}/history-session-state`, parts: ['*.json|*.jsonl'] },
  ];
}

function gemini(home: string): TranscriptPlace[] {
  return [
    {
      agents: ['Gemini CLI'],
      root: `${home}/.gemini/tmp`,
      parts: ['*', 'chats', 'session-*.json|session-*.jsonl'],
      mark: { by: 'file', depth: 0, name: '.project_root', hashed: true },
    },
  ];
}

/** Builds of other channels than the usual ones have the channel in the name of their database. */
const opencodeFile = 'opencode.db|opencode-*.db';

function opencode(data: string): TranscriptPlace[] {
  return [
    opencodeDatabase(`${data}/opencode`, opencodeFile),
    {
      agents: ['opencode'],
      root: `${data}/opencode/storage`,
      parts: ['session', '*', '*.json'],
    },
  ];
}

function opencodeDatabase(root: string, file: string): TranscriptPlace {
  return { agents: ['opencode'], root, parts: [file], database: true };
}

/** `OPENCODE_DB`: a path, or a name in one of opencode's data folders; those that begin otherwise are no files. */
function opencodeNamed(path: string, data: readonly string[]): TranscriptPlace[] {
  const at = path.lastIndexOf('/');
  const [folder, name] = [path.slice(0, Math.max(0, at)), path.slice(at + 1)];
  if (name === '' || /[*|:]/.test(name)) {
    return [];
  }
  const isAbsolute = /^(?:\/|[a-zA-Z]:\/)/.test(path);
  const roots = isAbsolute ? [folder || '/'] : data.map((one) => `${one}/opencode/${folder}`);
  return roots.map((root) => opencodeDatabase(slashed(root), name));
}

/** Places that variables name; they hold in addition, since older sessions stay where they were. */
function named({ env, home }: Surroundings): TranscriptPlace[] {
  const at = (name: string, places: (folder: string) => readonly TranscriptPlace[]) => {
    const folder = slashed(env[name] ?? '');
    return folder === '' ? [] : places(folder);
  };
  return [
    ...at('CLAUDE_CONFIG_DIR', (folder) => claudeCode([folder])),
    ...at('CODEX_HOME', codex),
    ...at('COPILOT_HOME', copilotCli),
    ...at('GEMINI_CLI_HOME', gemini),
    ...at('XDG_DATA_HOME', opencode),
    ...at('LOCALAPPDATA', opencode),
    ...at('OPENCODE_DB', (path) =>
      opencodeNamed(path, [slashed(env['XDG_DATA_HOME'] ?? '') || `${slashed(home)}/.local/share`]),
    ),
  ];
}

/** Sessions up to three folders below one that the user names. */
function extraPlaces(root: string): TranscriptPlace[] {
  const below = (file: string): string[][] => [
    [file],
    ['*', file],
    ['*', '*', file],
    ['*', '*', '*', file],
  ];
  return [
    ...below('*.jsonl|*.json').map((parts) => ({ root, parts, extra: true }) as const),
    ...below(opencodeFile).map(
      (parts) => ({ root, parts, extra: true, database: true, agents: ['opencode'] }) as const,
    ),
  ];
}

/** Where sessions may lie, each place once. Nothing is looked at. `extra`: folders that the user names; `~` is home. */
export function transcriptPlaces(
  surroundings: Surroundings,
  extra: readonly string[] = [],
): TranscriptPlace[] {
  const { home, windowsHomes } = surroundings;
  const places = [
    ...extra
      .map((folder) => slashed(folder).replace(/^~(?=\/|$)/, slashed(home)))
      .filter(Boolean)
      .flatMap(extraPlaces),
    ...named(surroundings),
    ...[home, ...windowsHomes].map(slashed).filter(Boolean).flatMap(inHome),
    ...editorPlaces(surroundings),
  ];
  const known = new Set<string>();
  return places.filter(({ root, parts }) => {
    const key = [root, ...parts].join('\n');
    return known.has(key) ? false : known.add(key);
  });
}
