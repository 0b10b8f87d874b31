import type { Surroundings, TranscriptPlace } from './places.ts';
import { slashed } from './workspaceMarks.ts';

/** Editors of VS Code's family, as their data folders are named. */
const editors = [
  'Code',
  'Code - Insiders',
  'Code - OSS',
  'VSCodium',
  'VSCodium - Insiders',
  'Cursor',
];

/** Data folders of their servers, from the home folder on. */
const servers = [
  '.vscode-server/data',
  '.vscode-server-insiders/data',
  '.vscode-remote/data',
  '.vscodium-server/data',
  '.cursor-server/data',
];

/** Extensions that keep one folder for each task. */
const taskExtensions = [
  'saoudrizwan.claude-dev',
  'rooveterinaryinc.roo-cline',
  'kilocode.kilo-code',
].join('|');

const chat = '*.jsonl|*.json';

/** What the chat, Copilot and task extensions keep in an editor's `User` folder. */
function inUserFolder(root: string): TranscriptPlace[] {
  const mark = { by: 'file', depth: 1, name: 'workspace.json' } as const;
  const copilot = 'GitHub.copilot-chat|github.copilot-chat';
  const ofCopilot = { root, agents: ['Copilot'] };
  return [
    { ...ofCopilot, parts: ['workspaceStorage', '*', 'chatSessions', chat], mark },
    { ...ofCopilot, parts: ['workspaceStorage', '*', copilot, 'transcripts', '*.jsonl'], mark },
    {
      ...ofCopilot,
      parts: ['workspaceStorage', '*', copilot, 'debug-logs', '*', 'main.jsonl'],
      mark,
    },
    { ...ofCopilot, parts: ['globalStorage', 'emptyWindowChatSessions', chat] },
    { ...ofCopilot, parts: ['globalStorage', copilot, 'transcripts', '*.jsonl'] },
    { ...ofCopilot, parts: ['globalStorage', copilot, 'debug-logs', '*', 'main.jsonl'] },
    {
      root,
      agents: ['Cline', 'Roo Code'],
      parts: ['globalStorage', taskExtensions, 'tasks', '*', 'api_conversation_history.json'],
    },
  ];
}

/** Folders that hold one folder per editor. */
function editorFolders({ platform, home, env, windowsHomes }: Surroundings): string[] {
  const roaming = windowsHomes.map((one) => `${slashed(one)}/AppData/Roaming`);
  switch (platform) {
    case 'win32':
      return [slashed(env['APPDATA'] ?? '') || `${slashed(home)}/AppData/Roaming`];
    case 'darwin':
      return [`${slashed(home)}/Library/Application Support`];
    default:
      return [slashed(env['XDG_CONFIG_HOME'] ?? '') || `${slashed(home)}/.config`, ...roaming];
  }
}

/** Where editors, on the desktop and as servers, keep sessions. */
export function editorPlaces(surroundings: Surroundings): TranscriptPlace[] {
  const { home, env } = surroundings;
  const portable = slashed(env['VSCODE_PORTABLE'] ?? '');
  const data = slashed(env['XDG_DATA_HOME'] ?? '') || `${slashed(home)}/.local/share`;
  const folders = [
    ...editorFolders(surroundings).flatMap((folder) => editors.map((name) => `${folder}/${name}`)),
    ...servers.map((folder) => `${slashed(home)}/${folder}`),
    `${data}/code-server`,
    ...(portable === '' ? [] : [`${portable}/user-data`]),
  ];
  return folders.flatMap((folder) => inUserFolder(`${folder}/User`));
}
