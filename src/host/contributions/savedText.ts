import * as vscode from 'vscode';
import { DisposableStore } from '../../core/lifecycle.ts';
import type { SettingKey } from '../../manifest/settings.ts';
import type { HostServices } from '../contribution.ts';
import { SavedTextNotice } from '../savedTextNotice.ts';

/** The setting that the notice's own button turns off. */
const setting: SettingKey = 'chipboard.notifications.savedText';

/** Tells the person when this window's server kept the text of a failed edit. `replay` opens the page on the chip. */
export function savedTextNotices(
  { log, running, settings }: HostServices,
  replay: (chip: string) => void,
): DisposableStore {
  const store = new DisposableStore();
  const notice = new SavedTextNotice({
    enabled: () => settings.current.notifySaved,
    show: (message, ...buttons) => vscode.window.showInformationMessage(message, ...buttons),
    replay,
    disable: () => {
      const { Global } = vscode.ConfigurationTarget;
      vscode.workspace
        .getConfiguration()
        .update(setting, false, Global)
        .then(undefined, (cause: unknown) => log.error('A setting could not be changed.', cause));
    },
  });
  running.whenStarted(({ runtime }) => {
    store.add(
      runtime.onDidKeepChip((chip) => {
        notice
          .tell(chip)
          .catch((cause: unknown) => log.error('A notice could not be shown.', cause));
      }),
    );
  });
  return store;
}
