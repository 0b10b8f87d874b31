import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { parseFlags } from '../../../src/node/headless/flags.ts';
import type { ParsedFlags } from '../../../src/node/headless/flags.ts';
import { servedFolders } from '../../../src/node/headless/folders.ts';
import { nodeProblem } from '../../../src/node/headless/nodeVersion.ts';
import { defaultSettings, headlessSettings } from '../../../src/node/headless/settings.ts';
import { stderrLog } from '../../../src/node/headless/stderrLog.ts';
import { defaultStorage } from '../../../src/node/headless/storage.ts';
import { cleanUp, scratch, startRaw } from './headlessRig.ts';

function parse(args: string[], env: Record<string, string> = {}): ParsedFlags {
  return parseFlags(args, env, ':');
}

function problemOf(parsed: ParsedFlags): string {
  return parsed.kind === 'problem' ? parsed.text : '';
}

describe('flags of the headless server', () => {
  afterEach(cleanUp);

  it('are read, and the environment stands in for those that are not given', () => {
    const parsed = parse(['--root', '/a', '--root', '/b', '--max-chips', '5'], {
      CHIPBOARD_MAX_CHIPS: '7',
      CHIPBOARD_MAX_EVENTS: '9',
      CHIPBOARD_ROOT: '/c:/d',
    });

    assert.deepEqual(parsed, {
      kind: 'serve',
      flags: { roots: ['/a', '/b'], maxChips: 5, maxEvents: 9 },
    });
  });

  it('take every encoding by the name that the editor has for it', () => {
    for (const encoding of ['utf8', 'utf8bom', 'utf16be', 'gbk', 'shiftjis', 'koi8u', 'cp437']) {
      const parsed = parse(['--encoding', encoding]);

      assert.deepEqual(parsed, { kind: 'serve', flags: { roots: [], encoding } });
    }
  });

  it('name several roots in one variable as PATH does', () => {
    const parsed = parse([], { CHIPBOARD_ROOT: '/c:/d' });

    assert.deepEqual(parsed, { kind: 'serve', flags: { roots: ['/c', '/d'] } });
  });

  it('that are wrong are told with what would be right', () => {
    assert.match(problemOf(parse(['--max-chips', '0'])), /whole number from 1 to 10000/);
    assert.match(problemOf(parse(['--language', 'fr'])), /en or zh/);
    assert.match(problemOf(parse(['--encoding', 'klingon'])), /files\.encoding, like gbk/);
    assert.match(problemOf(parse(['--encoding', 'base64'])), /files\.encoding, like gbk/);
    assert.match(problemOf(parse(['--rooot', '/a'])), /--rooot/);
    assert.match(problemOf(parse(['stray'])), /stray/);
  });

  it('that are wrong end the program with code 2 and nothing on standard output', async () => {
    const raw = startRaw(['--root', '/no/such/folder']);
    let output = '';
    raw.child.stdout.on('data', (data: Buffer) => (output += data.toString()));

    assert.equal(await raw.ended(), 2);
    assert.match(raw.errors(), /"\/no\/such\/folder" is no folder/);
    assert.equal(output, '');
  });

  it('are listed by --help', () => {
    const parsed = parse(['--help']);

    assert.equal(parsed.kind, 'help');
  });
}).timeout(30_000);

describe('the place of the headless server', () => {
  afterEach(cleanUp);

  it('needs a Node with a store in it, and says which', () => {
    assert.equal(nodeProblem('22.16.0'), undefined);
    assert.equal(nodeProblem('24.0.1'), undefined);
    assert.match(
      nodeProblem('22.15.9') ?? '',
      /needs Node 22\.16 or newer; this is Node 22\.15\.9/,
    );
    assert.match(nodeProblem('20.19.0') ?? '', /needs Node 22\.16/);
  });

  it('is the current folder, but never the home folder or the whole disk', async () => {
    const folder = await scratch('project');

    assert.deepEqual(await servedFolders([], { cwd: folder, home: '/home/me' }), {
      ok: true,
      folders: [folder],
    });
    const home = await servedFolders([], { cwd: folder, home: folder });
    const disk = await servedFolders([], { cwd: '/', home: folder });
    assert.deepEqual(home.ok && home.folders, []);
    assert.deepEqual(disk.ok && disk.folders, []);
  });

  it('has its data where programs of the platform have theirs', () => {
    const env = { XDG_DATA_HOME: '/data' };

    assert.equal(defaultStorage({ platform: 'linux', home: '/h', env }), '/data/chipboard');
    assert.equal(
      defaultStorage({ platform: 'darwin', home: '/h', env: {} }),
      '/h/Library/Application Support/chipboard',
    );
  });

  it('takes defaults for settings that are missing, broken or of another type', async () => {
    const folder = await scratch('storage');
    const defaults = defaultSettings('en');

    const { current } = await headlessSettings(defaults, folder, { roots: [], maxCalls: 3 });

    assert.deepEqual(current, { ...defaults, maxCalls: 3 });
  });

  it('takes what the editor left for single tools only if all of it is a number of bytes', async () => {
    const folder = await scratch('storage');
    const defaults = defaultSettings('en');
    const read = async (minChipBytesByTool: unknown): Promise<unknown> => {
      const text = JSON.stringify({ minChipBytesByTool, notifySaved: false });
      await writeFile(path.join(folder, 'settings.json'), text);
      const { current } = await headlessSettings(defaults, folder, { roots: [] });
      assert.equal(current.notifySaved, false);
      return current.minChipBytesByTool;
    };

    assert.deepEqual(await read({ 'be-write': 0 }), { 'be-write': 0 });
    for (const wrong of [{ 'be-write': -1 }, { 'be-write': '5' }, { a: 1.5 }, [1], null, 7]) {
      assert.deepEqual(await read(wrong), {});
    }
  });

  it('logs no tokens', () => {
    const lines: string[] = [];

    stderrLog((text) => lines.push(text)).info(`Bearer ${'a1'.repeat(32)} was sent`);

    assert.deepEqual(lines, ['chipboard: [secret] was sent\n']);
  });
});
