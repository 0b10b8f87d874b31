import * as vscode from 'vscode';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { ask } from './chat.ts';
import { DocumentReader, putDocuments } from './documents.ts';
import { provider } from './rig.ts';

describe('looks', () => {
  it('shoots', async () => {
    const reader = new DocumentReader(await putDocuments('look', 3), true);
    provider.script = (request) => reader.answer(request);
    await ask('what are the codes?');
    const shoot = async (name: string): Promise<void> => {
      for (const [theme, short] of [
        ['Default Light Modern', 'light'],
        ['Default Dark Modern', 'dark'],
      ]) {
        await vscode.workspace
          .getConfiguration()
          .update('workbench.colorTheme', theme, vscode.ConfigurationTarget.Global);
        await new Promise((r) => setTimeout(r, 1500));
        await driveUi({ action: 'screenshot', path: `/tmp/w/agent/out/test/${name}-${short}.png` });
      }
    };
    await ask('/pin tool_004 tool_999');
    await shoot('answer');
    await ask('/context');
    await shoot('context');
    provider.script = () => [{ error: 'quota exceeded' }];
    await ask('tell me');
    await ask('/undo');
    await shoot('error');
  });
});
