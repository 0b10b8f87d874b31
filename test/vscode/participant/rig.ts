import { closeEditors } from '../workspaceFiles.ts';
import { chatReady, newThread } from './chat.ts';
import { ScriptedProvider } from './scriptedProvider.ts';

/** The models of all tests of this suite. */
export const provider = new ScriptedProvider();

before(async () => {
  await provider.start();
  await chatReady();
});

after(() => provider.stop());

beforeEach(async () => {
  provider.forget();
  await newThread();
});

afterEach(closeEditors);
