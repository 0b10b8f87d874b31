import { commands, contextKeys } from './commands.ts';
import { views } from './views.ts';

function button({ id, title }: { readonly id: string; readonly title: string }): string {
  return `[${title}](command:${id})`;
}

const { noSessions, allSessions } = contextKeys;
const known =
  'Known are sessions of Claude Code, Codex, Copilot, Gemini CLI, opencode, Cline and Roo Code. They are read on this machine only, and nothing leaves it.';
const open = `To open one by its file, drop the file here.\n${button(commands.openTranscript)}`;
const all = button(commands.allSessions);

/** What the views say when they are empty. */
export const viewsWelcome = [
  {
    view: views.sessions.id,
    when: `${noSessions} && !${allSessions} && workspaceFolderCount != 0`,
    contents: `No agent's session was found that worked in this workspace.\n${all}\n${open}\n${known}`,
  },
  {
    view: views.sessions.id,
    when: `${noSessions} && !${allSessions} && workspaceFolderCount == 0`,
    contents: `Sessions of agents that worked in the open folder are listed here. No folder is open.\n${all}\n${open}\n${known}`,
  },
  {
    view: views.sessions.id,
    when: `${noSessions} && ${allSessions}`,
    contents: `No agent's session was found on this machine.\n${open}\n${known}`,
  },
] as const;
