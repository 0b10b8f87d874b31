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
} as const;

const inView = `view == ${views.panel.id}`;

/** Entries of `contributes.menus`, by menu. */
export const menus = {
  'view/title': [
    { command: commands.openPanel.id, when: inView, group: 'navigation@1' },
    { command: commands.exportChips.id, when: inView, group: '1_chips@1' },
    { command: commands.importChips.id, when: inView, group: '1_chips@2' },
    { command: commands.deleteExpired.id, when: inView, group: '2_delete@1' },
    { command: commands.eraseData.id, when: inView, group: '2_delete@2' },
  ],
  'editor/title': [
    { command: commands.applyReplay.id, when: contextKeys.replaying, group: 'navigation@1' },
    { command: commands.cancelReplay.id, when: contextKeys.replaying, group: 'navigation@2' },
  ],
} as const;
