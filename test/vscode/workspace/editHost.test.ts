import { mkdtemp, rm } from 'node:fs/promises';
import { WorkspaceEditHost } from '../../../src/host/workspaceEditHost.ts';
import { FileEditHost } from '../../../src/node/fileEditHost.ts';
import { editHostContract } from '../../contract/editHost.contract.ts';
import { closeEditors, workspacePath } from '../workspaceFiles.ts';

editHostContract('WorkspaceEditHost', async () => {
  const folder = await mkdtemp(workspacePath('contract-'));
  return {
    host: new WorkspaceEditHost({
      bytes: new FileEditHost(),
      editorFileBytes: () => 5 * 1024 * 1024,
      saveRule: () => 'whenClean',
    }),
    folder,
    async dispose() {
      await closeEditors();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
