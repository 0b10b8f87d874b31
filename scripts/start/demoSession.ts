import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { fileUri } from '../../src/core/edit/fileUri.ts';
import type { Connection } from './connection.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A tool's answer as the client received it. */
interface Answer {
  readonly isError: boolean;
  readonly fields: Fields;
}

const file = 'src/greet.ts';

const lostText = `/** Greets several people. */
export function greetAll(names: readonly string[]): string[] {
  return names.map(greet);
}
`;

/**
 * One session of an agent, by a real MCP client: read, replace, insert, delete, a write that fails, then its text put
 * back from the chip, and a roll back. Prints each step with its diff and the file's state.
 * @throws {Error} When a step does not come out as it should.
 */
export async function runDemoSession(connection: Connection, folder: string): Promise<void> {
  const client = new Client({ name: 'chipboard-demo', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(connection.mcp), {
    requestInit: { headers: { Authorization: `Bearer ${connection.token}` } },
  });
  await client.connect(transport);
  try {
    await steps(new Demo(client, folder));
  } finally {
    await client.close();
  }
}

async function steps(demo: Demo): Promise<void> {
  const read = await demo.step('read a file', 'be-read', { file });
  await demo.step('replace a line', 'be-replace', {
    file: `${file}:3`,
    content: "  const greeting = 'Good day';\n",
    viewed_code_id: read.fields['viewed_code_id'],
  });
  await demo.step('insert after a line', 'be-insert', {
    file: `${file}:5`,
    content: '\nexport const everybody = greet("everybody");\n',
  });
  await demo.step('delete a function', 'be-delete', { file, target: 'function:part' });
  const failed = await demo.step(
    'write outside the workspace, which fails',
    'be-write',
    { file: '../greetAll.ts', content: lostText },
    true,
  );
  await demo.step('list the chips', 'be-insert-chip', {});
  const replay = {
    from: failed.fields['chip'],
    to: `${fileUri(join(demo.folder, file))}:8`,
  };
  await demo.step('preview the replay', 'be-insert-chip', { ...replay, preview: true });
  await demo.step('replay the chip', 'be-insert-chip', replay);
  demo.expect(
    (await demo.text()).includes(lostText),
    'The text of the failed write is in the file.',
  );
  await demo.step('roll the last edit back', 'be-trx', { action: 'rollback' });
  demo.expect(!(await demo.text()).includes('greetAll'), 'The last edit is taken back.');
  await demo.step('make it again', 'be-trx', { action: 'redo' });
  demo.expect((await demo.text()).includes(lostText), 'The replayed text is in the file again.');
}

class Demo {
  readonly folder: string;
  private readonly client: Client;
  private count = 0;

  constructor(client: Client, folder: string) {
    this.client = client;
    this.folder = folder;
  }

  /** Makes a call, prints what came of it, and fails if it did not come out as expected. */
  async step(what: string, name: string, args: Fields, fails = false): Promise<Answer> {
    this.count++;
    print(`\n${this.count}. ${what}\n   ${name} ${shorten(JSON.stringify(args))}`);
    const result = await this.client.callTool({ name, arguments: args });
    const fields = (result.structuredContent ?? {}) as Fields;
    for (const key of [
      'code',
      'message',
      'advice',
      'chip',
      'event_id',
      'shift',
      'viewed_code_id',
      'chips',
    ]) {
      const value = fields[key];
      if (value !== undefined) {
        print(`   ${key}: ${typeof value === 'string' ? value : shorten(JSON.stringify(value))}`);
      }
    }
    const diff = fields['diff'];
    if (typeof diff === 'string') {
      print(indent(diff));
      print(`   --- ${file} is now\n${indent(await this.text())}`);
    }
    this.expect((result.isError === true) === fails, fails ? 'It failed, as it should.' : 'ok');
    return { isError: result.isError === true, fields };
  }

  /** The file on disk. */
  text(): Promise<string> {
    return readFile(join(this.folder, file), 'utf8');
  }

  expect(holds: boolean, what: string): void {
    if (!holds) {
      throw new Error(`This did not come true: ${what}`);
    }
    print(`   ✔ ${what}`);
  }
}

function indent(text: string): string {
  return text.trimEnd().replace(/^/gm, '   | ');
}

function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
