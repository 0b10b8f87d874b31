import * as vscode from 'vscode';
import { median } from '../../../scripts/bench/median.ts';
import type { McpSession } from '../mcpSession.ts';
import { connect } from '../mcpSession.ts';

/** Edits of each way and place, taken in turn, so that a slow moment hits both. */
const calls = 40;

/** Lines of the files. */
const lineCount = 1000;

const line = 500;

describe('a one-line replace in the editor', () => {
  let session: McpSession;

  before(async () => {
    session = await connect('bench');
  });

  after(() => session.close());

  async function mcpEdit(uri: vscode.Uri, content: string): Promise<void> {
    const answer = await session.call('be-replace', { file: `${uri.fsPath}:${line}`, content });
    if (answer.isError) {
      throw new Error(answer.text);
    }
  }

  for (const place of ['in a file shown in an editor', 'in a closed file'] as const) {
    it(`${place}: a call over MCP beside the bare applyEdit and save`, async function () {
      const shown = place === 'in a file shown in an editor';
      const bareFile = await newFile(shown);
      const mcpFile = await newFile(shown);
      const bare: number[] = [];
      const mcp: number[] = [];
      for (let call = 0; call < calls; call++) {
        // Closed files are other ones each time: the editor keeps a document for a while after its use.
        const first = shown ? bareFile : await newFile(false);
        const second = shown ? mcpFile : await newFile(false);
        const ways = [
          async () => bare.push(await timed(() => bareEdit(first, `const bare = ${call};`))),
          async () => mcp.push(await timed(() => mcpEdit(second, `const mcp = ${call};`))),
        ];
        // What one way leaves to the editor to do slows the next one, whichever it is.
        for (const way of call % 2 === 0 ? ways : ways.toReversed()) {
          await way();
        }
      }
      const [floor, ours] = [median(bare), median(mcp)];
      const ratio = (ours / floor).toFixed(2);
      const figures = `${ours.toFixed(1)} ms beside ${floor.toFixed(1)} ms, ${ratio} ×`;
      // The reporter prints the title when the test has ended.
      Object.assign(this.test ?? {}, { title: `${place}: ${figures}` });
    });
  }
});

let made = 0;

async function newFile(shown: boolean): Promise<vscode.Uri> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) {
    throw new Error('The bench needs a folder.');
  }
  const uri = vscode.Uri.joinPath(folder.uri, `bench-${++made}.ts`);
  const text = Array.from({ length: lineCount }, (_, index) => `const v${index} = ${index};\n`);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text.join('')));
  if (shown) {
    await vscode.window.showTextDocument(uri, { preview: false });
  }
  return uri;
}

async function bareEdit(uri: vscode.Uri, text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, document.lineAt(line - 1).range, text);
  if (!(await vscode.workspace.applyEdit(edit)) || !(await document.save())) {
    throw new Error('The bare edit was refused.');
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
