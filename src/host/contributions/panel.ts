import * as vscode from 'vscode';
import { DisposableStore } from '../../core/lifecycle.ts';
import { commands } from '../../manifest/commands.ts';
import type { Contribution, HostServices } from '../contribution.ts';
import type { PageShow } from '../panel/attachedPage.ts';
import { PanelViews } from '../panel/panelViews.ts';
import { pathOf, type SessionTarget } from '../transcripts/sessionCommands.ts';
import { guarded } from './connection.ts';
import { savedTextNotices } from './savedText.ts';

/** The page in the side bar and in an editor tab, the commands that lead to it, and those on all that is kept. */
export const panelContribution: Contribution = {
  name: 'Chipboard view',
  register(services) {
    const store = new DisposableStore();
    const views = store.add(new PanelViews(services));
    const add = (id: string, run: (...args: readonly unknown[]) => Promise<unknown>): void => {
      const command = (...args: unknown[]): Promise<unknown> =>
        guarded(services, () => run(...args));
      store.add(vscode.commands.registerCommand(id, command));
    };
    const showInTab = async (event: PageShow): Promise<void> => {
      await views.openTab();
      await views.show(event);
    };
    const show = (event: PageShow): Promise<void> => views.showView(event);
    add(commands.openPanel.id, () => views.openTab());
    add(commands.showContext.id, () => showInTab({ page: 'context' }));
    add(commands.inspectSession.id, (target) =>
      showInTab({ page: 'context', session: `file:${pathOf(target as SessionTarget)}` }),
    );
    add(commands.showChips.id, () => show({ page: 'chips' }));
    add(commands.showActivity.id, () => show({ page: 'activity' }));
    add(commands.exportChips.id, () => exportChips(views));
    add(commands.importChips.id, () => importChips(views));
    add(commands.deleteExpired.id, () => deleteExpired(views));
    add(commands.eraseData.id, () => eraseData(views));
    store.add(noticesFor(services, views));
    return store;
  },
};

function noticesFor(services: HostServices, views: PanelViews): DisposableStore {
  const replay = (chip: string): void => {
    void guarded(services, () => views.show({ page: 'chips', chip, replay: true }));
  };
  return savedTextNotices(services, replay);
}

async function exportChips({ host }: PanelViews): Promise<void> {
  const plain = { label: 'As they are', detail: 'Whoever gets the file can read the texts' };
  const sealed = {
    label: 'Encrypted with a passphrase',
    detail: 'Nobody can read the texts without it; if you forget it, they are lost',
  };
  const pick = await vscode.window.showQuickPick([plain, sealed], {
    title: 'Export all chips',
    placeHolder: 'How the texts are written into the file',
  });
  if (pick === undefined) {
    return;
  }
  const { done } = await host.ask('chips/export', { encrypt: pick === sealed });
  if (done > 0) {
    void vscode.window.showInformationMessage(`Exported ${counted(done)}.`);
  }
}

async function importChips({ host }: PanelViews): Promise<void> {
  const { done, known } = await host.ask('chips/import', {});
  if (done + known > 0) {
    const there = known === 0 ? '' : ` ${counted(known)} were there already.`;
    void vscode.window.showInformationMessage(`Imported ${counted(done)}.${there}`);
  }
}

async function deleteExpired({ host }: PanelViews): Promise<void> {
  const { done } = await host.ask('chips/expire', {});
  const message = done === 0 ? 'No chip has expired.' : `Deleted ${counted(done)}.`;
  void vscode.window.showInformationMessage(message);
}

async function eraseData({ host }: PanelViews): Promise<void> {
  const { erased } = await host.ask('data/erase', {});
  if (erased) {
    void vscode.window.showInformationMessage('Everything that was kept is erased.');
  }
}

function counted(chips: number): string {
  return chips === 1 ? '1 chip' : `${chips} chips`;
}
