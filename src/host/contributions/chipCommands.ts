import * as vscode from 'vscode';
import type { ChipRow } from '../../ports/store.ts';
import { DisposableStore } from '../../core/lifecycle.ts';
import { commands } from '../../manifest/commands.ts';
import type { PanelHost } from '../../panel/panelHost.ts';
import type { Contribution, HostServices } from '../contribution.ts';
import { pickChip } from '../chipPicker.ts';
import { ReplayFlow } from '../replayFlow.ts';
import type { ReplayRequest } from '../replayFlow.ts';
import { guarded } from './connection.ts';

/** What a chip command may be called with: an id, or nothing, and then it asks. */
type ChipArgument = ReplayRequest | string | undefined;

/** The commands on chips. */
export const chipCommandsContribution: Contribution = {
  name: 'Chip commands',
  register(services) {
    const store = new DisposableStore();
    const { documents } = services;
    const panel = (): PanelHost => services.running.get().panel(services.actions);
    const replay = store.add(new ReplayFlow(services, documents));
    const add = (id: string, run: (argument: ChipArgument) => Promise<unknown>): void => {
      const command = (argument: ChipArgument): Promise<unknown> =>
        guarded(services, () => run(argument));
      store.add(vscode.commands.registerCommand(id, command));
    };
    add(commands.replayChip.id, async (argument) => {
      const chip = await chosenChip(services, argument, 'Replay which chip?');
      return chip === undefined ? undefined : replay.run(chip, requestOf(argument));
    });
    add(commands.rerunChip.id, async (argument) => {
      const chip = await chosenChip(services, argument, 'Make the call of which chip again?');
      return chip === undefined ? undefined : replay.rerun(chip, requestOf(argument)?.with);
    });
    add(commands.applyReplay.id, () => replay.answer(true));
    add(commands.cancelReplay.id, () => replay.answer(false));
    add(commands.openChip.id, async (argument) => {
      const chip = await chosenChip(services, argument, 'Open which chip?');
      await (chip === undefined ? undefined : panel().ask('chip/open', { id: chip.id }));
    });
    add(commands.pinChip.id, async (argument) => {
      const chip = await chosenChip(services, argument, 'Pin or unpin which chip?');
      if (chip !== undefined) {
        await panel().ask('chips/act', { action: chip.pinned ? 'unpin' : 'pin', ids: [chip.id] });
      }
    });
    add(commands.deleteChip.id, async (argument) => {
      const chip = await chosenChip(services, argument, 'Delete which chip?');
      if (chip !== undefined) {
        await panel().ask('chips/act', { action: 'delete', ids: [chip.id] });
      }
    });
    return store;
  },
};

async function chosenChip(
  services: HostServices,
  argument: ChipArgument,
  title: string,
): Promise<ChipRow | undefined> {
  const { store } = services.running.get().runtime;
  const id = typeof argument === 'string' ? argument : argument?.id;
  if (id === undefined) {
    return pickChip(store, title);
  }
  const chip = await store.chip(id);
  if (chip === undefined) {
    throw new Error(`There is no chip ${id} any more.`);
  }
  return chip;
}

function requestOf(argument: ChipArgument): ReplayRequest | undefined {
  return typeof argument === 'object' ? argument : undefined;
}
