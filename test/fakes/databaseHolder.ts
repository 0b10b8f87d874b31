import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const program = `
  const { DatabaseSync } = require('node:sqlite');
  const db = new DatabaseSync(process.argv[1]);
  require('node:readline').createInterface({ input: process.stdin })
    .on('line', (sql) => { db.exec(JSON.parse(sql)); console.log('done'); })
    .on('close', () => db.close());
`;

/** Another process that has a database open, as an agent has. */
export interface DatabaseHolder {
  /** Runs statements that give nothing. */
  run(sql: string): Promise<void>;
  /** Closes the database and ends. */
  close(): Promise<void>;
}

/** Opens a database in another process. */
export function holdDatabase(path: string): DatabaseHolder {
  const child = spawn(process.execPath, ['-e', program, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'close');
  return {
    run: async (sql) => {
      const done = Promise.race([
        once(lines, 'line'),
        ended.then(() => Promise.reject(new Error(`Ended at: ${sql}`))),
      ]);
      child.stdin.write(`${JSON.stringify(sql)}\n`);
      await done;
    },
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
