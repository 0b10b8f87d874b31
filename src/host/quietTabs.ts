import * as vscode from 'vscode';

/** Milliseconds after the edit in which a tab may still come. */
const late = 500;

/**
 * The editor opens a tab for a file that it finds unsaved when it looks, every 800 ms: also for one that is unsaved
 * only while it is being edited and saved. Notes which of the files are in no tab; what it gives is to be called when
 * they are edited, and closes the tabs that came. A file that is left unsaved keeps its tab.
 */
export function quietTabs(uris: readonly vscode.Uri[]): () => void {
  const closed = uris.filter((uri) => tabsOf(uri).length === 0);
  if (closed.length === 0) {
    return () => undefined;
  }
  return (): void => {
    const close = (): void => {
      const tabs = closed.flatMap(tabsOf).filter((tab) => !tab.isDirty && cameByItself(tab));
      if (tabs.length > 0) {
        // A tab that is gone already is what was wanted.
        Promise.resolve(vscode.window.tabGroups.close(tabs, true)).catch(() => false);
      }
    };
    close();
    const subscription = vscode.window.tabGroups.onDidChangeTabs(close);
    setTimeout(() => void subscription.dispose(), late);
  };
}

function tabsOf(uri: vscode.Uri): vscode.Tab[] {
  const text = uri.toString();
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === text);
}

/** A tab that a person opens is in front; one that comes by itself is so only where there is no other. */
function cameByItself({ isActive, isPreview, group }: vscode.Tab): boolean {
  return !isPreview && (!isActive || group.tabs.length === 1);
}
