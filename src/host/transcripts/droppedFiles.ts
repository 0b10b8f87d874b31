import * as vscode from 'vscode';

const uriList = 'text/uri-list';

/** Takes files that are dropped on a tree. */
export class DroppedFiles implements vscode.TreeDragAndDropController<never> {
  readonly dropMimeTypes = [uriList, 'files'];
  readonly dragMimeTypes = [];
  private readonly open: (files: readonly vscode.Uri[]) => Promise<unknown>;

  constructor(open: (files: readonly vscode.Uri[]) => Promise<unknown>) {
    this.open = open;
  }

  async handleDrop(_target: never, data: vscode.DataTransfer): Promise<void> {
    const files = await filesIn(data);
    if (files.length > 0) {
      await this.open(files);
    } else {
      void vscode.window.showWarningMessage(
        'The editor does not tell where the dropped file lies. Use "Open Transcript…" in its place.',
      );
    }
  }
}

/** The files that data names. */
async function filesIn(data: vscode.DataTransfer): Promise<vscode.Uri[]> {
  const list = (await data.get(uriList)?.asString()) ?? '';
  const uris = list
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => vscode.Uri.parse(line));
  for (const [, item] of data) {
    const uri = item.asFile()?.uri;
    if (uri !== undefined) {
      uris.push(uri);
    }
  }
  const onDisk = uris.filter(({ scheme }) => scheme === 'file' || scheme === 'vscode-remote');
  return [...new Map(onDisk.map((uri) => [uri.path, uri])).values()];
}
