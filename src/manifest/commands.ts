/** A command a person can run. */
export interface CommandEntry {
  readonly id: string;
  readonly title: string;
  readonly icon?: string;
  /** Not in the command palette: it needs the item it is called on. */
  readonly hidden?: boolean;
}

/** Commands by name. */
export const commands = {
  replayChip: { id: 'chipboard.chip.replay', title: 'Replay Chip…', icon: '$(debug-restart)' },
  rerunChip: { id: 'chipboard.chip.rerun', title: 'Make the Call of a Chip Again…' },
  showChips: { id: 'chipboard.chips.show', title: 'Show Chips' },
  openChip: { id: 'chipboard.chip.open', title: 'Open Chip', icon: '$(go-to-file)', hidden: true },
  deleteChip: { id: 'chipboard.chip.delete', title: 'Delete Chip…', icon: '$(trash)' },
  pinChip: { id: 'chipboard.chip.pin', title: 'Pin or Unpin Chip…', icon: '$(pin)' },
  groupByFile: { id: 'chipboard.chips.groupByFile', title: 'Group Chips by File', icon: '$(file)' },
  groupByTool: {
    id: 'chipboard.chips.groupByTool',
    title: 'Group Chips by Tool',
    icon: '$(tools)',
  },
  refreshChips: { id: 'chipboard.chips.refresh', title: 'Refresh Chips', icon: '$(refresh)' },
  applyReplay: { id: 'chipboard.replay.apply', title: 'Apply Replay', icon: '$(check)' },
  cancelReplay: { id: 'chipboard.replay.cancel', title: 'Cancel Replay', icon: '$(close)' },
  copyConnection: { id: 'chipboard.mcp.copyConnection', title: 'Copy MCP Connection' },
  connectAgent: { id: 'chipboard.agent.connect', title: 'Connect Agent…' },
  restartServer: { id: 'chipboard.mcp.restart', title: 'Restart MCP Server' },
  showLog: { id: 'chipboard.log.show', title: 'Show Log' },
} as const satisfies Record<string, CommandEntry>;

/** Name of a command in `commands`. */
export type CommandName = keyof typeof commands;

/** The category all commands stand under in the palette. */
export const commandCategory = 'Chipboard';

/** Keys of `when` clauses that the extension sets. */
export const contextKeys = {
  /** `file` or `tool`: how the Chips view is grouped. */
  grouping: 'chipboard.chips.grouping',
  /** A replay is being previewed in the active diff editor. */
  replaying: 'chipboard.replaying',
} as const;

/** Entries of `contributes.menus`, by menu. */
export const menus = {
  'view/title': [
    {
      command: commands.groupByTool.id,
      when: `view == chipboard.chips && ${contextKeys.grouping} == file`,
      group: 'navigation@1',
    },
    {
      command: commands.groupByFile.id,
      when: `view == chipboard.chips && ${contextKeys.grouping} != file`,
      group: 'navigation@1',
    },
    { command: commands.refreshChips.id, when: 'view == chipboard.chips', group: 'navigation@2' },
  ],
  'view/item/context': [
    { command: commands.replayChip.id, when: chipItem(), group: 'inline@1' },
    { command: commands.pinChip.id, when: chipItem(), group: 'inline@2' },
    { command: commands.replayChip.id, when: chipItem(), group: '1_replay@1' },
    { command: commands.rerunChip.id, when: chipItem(), group: '1_replay@2' },
    { command: commands.openChip.id, when: chipItem(), group: '1_replay@3' },
    { command: commands.pinChip.id, when: chipItem(), group: '2_keep@1' },
    { command: commands.deleteChip.id, when: chipItem(), group: '2_keep@2' },
  ],
  'editor/title': [
    { command: commands.applyReplay.id, when: contextKeys.replaying, group: 'navigation@1' },
    { command: commands.cancelReplay.id, when: contextKeys.replaying, group: 'navigation@2' },
  ],
} as const;

function chipItem(): string {
  return 'view == chipboard.chips && viewItem =~ /^chip/';
}
