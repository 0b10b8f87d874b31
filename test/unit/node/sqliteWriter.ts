/*
 * A program of its own: fills a store when its parent says so.
 * Arguments: worker program, database, name of the writer, number of chips.
 */
import { chipPut } from '../../contract/storeSamples.ts';
import { SqliteStore } from '../../../src/node/store/sqliteStore.ts';
import { RecordingLog } from './sqliteLog.ts';

const [workerPath = '', file = '', name = '', count = '0'] = process.argv.slice(2);

async function fill(): Promise<void> {
  const store = new SqliteStore({ workerPath, file, log: new RecordingLog(), lockWait: 10_000 });
  for (let at = 0; at < Number(count); at += 1) {
    await store.write([
      chipPut(`${name}${at}`, { workspace: '/many', limit: 10_000, created: at }),
      chipPut(`few-${name}${at}`, { workspace: '/few', limit: 50, created: at }),
    ]);
  }
  await store.close();
  process.disconnect();
}

process.once('message', () => {
  void fill();
});
process.send?.('ready');
