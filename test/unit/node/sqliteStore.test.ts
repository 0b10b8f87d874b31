import { after, before, describe } from 'mocha';
import type { SqliteStore } from '../../../src/node/store/sqliteStore.ts';
import { storeContract } from '../../contract/store.contract.ts';
import { deleteAllRows, openStore, tempFolder, type TempFolder } from './sqliteSetup.ts';

/* These tests share a file, emptied after each: to start a worker for each would take most of the time. */
describe('One file', () => {
  let folder: TempFolder;
  let store: SqliteStore;
  before(async () => {
    folder = await tempFolder();
    store = openStore(folder.path);
  });
  after(async () => {
    await store.close();
    await folder.remove();
  });

  const reopen = async (): Promise<SqliteStore> => {
    await store.close();
    store = openStore(folder.path);
    return store;
  };

  storeContract('SqliteStore', () =>
    Promise.resolve({
      store,
      reopen,
      dispose: () => {
        deleteAllRows(folder.path);
        return Promise.resolve();
      },
    }),
  );
});
