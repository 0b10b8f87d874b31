import { views } from './views.ts';

/** A command a person can run. */
export interface CommandEntry {
  readonly id: string;
  readonly title: string;
  readonly icon?: string;
}

/** Commands by name. */
export const commands = {
  replayChip: { id: 'chipboard.chip.replay', title: 'Replay Chip…', icon: '$(debug-restart)' },
  rerunChip: { id: 'chipboard.chip.rerun', title: 'Make the Call of a Chip Again…' },
  showChips: { id: 'chipboard.chips.show', title: 'Show Chips' },
  openChip: { id: 'chipboard.chip.open', title: 'Open Chip…', icon: '$(go-to-file)' },
  deleteChip: { id: 'chipboard.chip.delete', title: 'Delete Chip…', icon: '$(trash)' },
  pinChip: { id: 'chipboard.chip.pin', title: 'Pin or Unpin Chip…', icon: '$(pin)' },
  openPanel: { id: 'chipboard.panel.open', title: 'Open Chipboard', icon: '$(link-external)' },
  showContext: { id: 'chipboard.context.show', title: 'Show Context' },
  showActivity: { id: 'chipboard.activity.show', title: 'Show Activity' },
  exportChips: { id: 'chipboard.chips.export', title: 'Export Chips…' },
  importChips: { id: 'chipboard.chips.import', title: 'Import Chips…' },
  deleteExpired: { id: 'chipboard.chips.deleteExpired', title: 'Delete Expired Chips' },
  eraseData: { id: 'chipboard.data.erase', title: 'Erase All Data…' },
  applyReplay: { id: 'chipboard.replay.apply', title: 'Apply Replay', icon: '$(check)' },
  cancelReplay: { id: 'chipboard.replay.cancel', title: 'Cancel Replay', icon: '$(close)' },
  copyConnection: { id: 'chipboard.mcp.copyConnection', title: 'Copy MCP Connection' },
  connectAgent: { id: 'chipboard.agent.connect', title: 'Connect Agent…' },
  restartServer: { id: 'chipboard.mcp.restart', title: 'Restart MCP Server' },
  openTranscript: {
    id: 'chipboard.transcript.open',
    title: 'Open Transcript…',
    icon: '$(folder-opened)',
  },
  refreshSessions: {
    id: 'chipboard.sessions.refresh',
    title: 'Refresh Agent Sessions',
    icon: '$(refresh)',
  },
  stopSearch: {
    id: 'chipboard.sessions.stop',
    title: 'Stop Looking for Sessions',
    icon: '$(stop-circle)',
  },
  allSessions: {
    id: 'chipboard.sessions.showAll',
    title: 'Show Sessions of All Folders',
    icon: '$(globe)',
  },
  workspaceSessions: {
    id: 'chipboard.sessions.showWorkspace',
    title: 'Show Only Sessions of This Workspace',
    icon: '$(root-folder)',
  },
  moreSessions: { id: 'chipboard.sessions.more', title: 'Show More Sessions' },
  showSession: { id: 'chipboard.session.show', title: 'Open Session' },
  inspectSession: {
    id: 'chipboard.session.inspect',
    title: 'Inspect Session',
    icon: '$(graph)',
  },
  followSession: {
    id: 'chipboard.session.follow',
    title: 'Follow This Session',
    icon: '$(eye)',
  },
  unfollowSession: {
    id: 'chipboard.session.unfollow',
    title: 'Stop Following',
    icon: '$(eye-closed)',
  },
  keepSession: { id: 'chipboard.session.keep', title: 'Keep This Session' },
  keepNew: { id: 'chipboard.session.keepNew', title: 'Keep What Is New of This Session' },
  stopKeeping: { id: 'chipboard.session.stopKeeping', title: 'Stop Keeping This Session…' },
  revealTranscript: { id: 'chipboard.session.reveal', title: 'Reveal Transcript File' },
  copyTranscriptPath: { id: 'chipboard.session.copyPath', title: 'Copy Path' },
  exportMetrics: { id: 'chipboard.context.exportMetrics', title: 'Export Session Metrics…' },
  showLog: { id: 'chipboard.log.show', title: 'Show Log' },
} as const satisfies Record<string, CommandEntry>;

/** Name of a command in `commands`. */
export type CommandName = keyof typeof commands;

/** The category all commands stand under in the palette. */
export const commandCategory = 'Chipboard';

/** Keys of `when` clauses that the extension sets. */
export const contextKeys = {
  /** A replay is being previewed in the active diff editor. */
  replaying: 'chipboard.replaying',
  /** Sessions of all folders are listed. */
  allSessions: 'chipboard.sessions.all',
  /** Sessions are being looked for. */
  searching: 'chipboard.sessions.searching',
  /** Sessions were looked for and there are none. */
  noSessions: 'chipboard.sessions.none',
} as const;

/** What an item of the tree of sessions is, for `when` clauses. `lost`: it is kept, and its file is not there any more. */
export function sessionItem(followed: boolean, kept?: 'kept' | 'lost'): string {
  return ['session', ...(followed ? ['followed'] : []), ...(kept ? [kept] : [])].join('.');
}

/** Scheme of the documents that tell of a session. */
export const reportScheme = 'chipboard-transcript';

const inView = `view == ${views.panel.id}`;
const inSessions = `view == ${views.sessions.id}`;
const isFollowed = `${inSessions} && viewItem =~ /^session\\.followed/`;
const isPlain = `${inSessions} && viewItem =~ /^session(\\.kept)?$/`;
const isSession = `${inSessions} && viewItem =~ /^session/`;
const isThere = `${isSession} && !(viewItem =~ /\\.lost$/)`;
const canBeKept = `${inSessions} && viewItem =~ /^session(\\.followed)?$/`;
const isKept = `${inSessions} && viewItem =~ /\\.(kept|lost)$/`;
const canBeKeptOn = `${inSessions} && viewItem =~ /\\.kept$/`;
const inReport = `resourceScheme == ${reportScheme}`;

const sessionCommands = [
  commands.inspectSession,
  commands.followSession,
  commands.unfollowSession,
  commands.keepSession,
  commands.stopKeeping,
  commands.revealTranscript,
  commands.copyTranscriptPath,
];

/** Entries of `contributes.menus`, by menu. */
export const menus = {
  commandPalette: [
    { command: commands.applyReplay.id, when: contextKeys.replaying },
    { command: commands.cancelReplay.id, when: contextKeys.replaying },
    { command: commands.showSession.id, when: 'false' },
    { command: commands.moreSessions.id, when: 'false' },
    { command: commands.keepNew.id, when: 'false' },
    { command: commands.stopSearch.id, when: contextKeys.searching },
    ...sessionCommands.map(({ id }) => ({ command: id, when: inReport })),
  ],
  'view/title': [
    { command: commands.openPanel.id, when: inView, group: 'navigation@1' },
    { command: commands.exportChips.id, when: inView, group: '1_chips@1' },
    { command: commands.importChips.id, when: inView, group: '1_chips@2' },
    { command: commands.deleteExpired.id, when: inView, group: '2_delete@1' },
    { command: commands.eraseData.id, when: inView, group: '2_delete@2' },
    { command: commands.openTranscript.id, when: inSessions, group: 'navigation@1' },
    {
      command: commands.allSessions.id,
      when: `${inSessions} && !${contextKeys.allSessions}`,
      group: 'navigation@2',
    },
    {
      command: commands.workspaceSessions.id,
      when: `${inSessions} && ${contextKeys.allSessions}`,
      group: 'navigation@2',
    },
    {
      command: commands.refreshSessions.id,
      when: `${inSessions} && !${contextKeys.searching}`,
      group: 'navigation@3',
    },
    {
      command: commands.stopSearch.id,
      when: `${inSessions} && ${contextKeys.searching}`,
      group: 'navigation@3',
    },
  ],
  'view/item/context': [
    { command: commands.inspectSession.id, when: isSession, group: 'inline@1' },
    { command: commands.followSession.id, when: isPlain, group: 'inline@2' },
    { command: commands.unfollowSession.id, when: isFollowed, group: 'inline@2' },
    { command: commands.inspectSession.id, when: isSession, group: '1_open@1' },
    { command: commands.showSession.id, when: isSession, group: '1_open@2' },
    { command: commands.followSession.id, when: isPlain, group: '1_open@3' },
    { command: commands.unfollowSession.id, when: isFollowed, group: '1_open@3' },
    { command: commands.keepSession.id, when: canBeKept, group: '2_keep@1' },
    { command: commands.keepNew.id, when: canBeKeptOn, group: '2_keep@1' },
    { command: commands.stopKeeping.id, when: isKept, group: '2_keep@2' },
    { command: commands.revealTranscript.id, when: isThere, group: '3_file@1' },
    { command: commands.copyTranscriptPath.id, when: isSession, group: '3_file@2' },
  ],
  'editor/title': [
    { command: commands.applyReplay.id, when: contextKeys.replaying, group: 'navigation@1' },
    { command: commands.cancelReplay.id, when: contextKeys.replaying, group: 'navigation@2' },
    { command: commands.keepSession.id, when: inReport, group: '1_keep@1' },
    { command: commands.stopKeeping.id, when: inReport, group: '1_keep@2' },
  ],
} as const;
