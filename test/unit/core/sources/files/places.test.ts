import assert from 'node:assert/strict';
import { transcriptPlaces, type Surroundings } from '../../../../../src/core/sources/places.ts';

const linux: Surroundings = { platform: 'linux', home: '/home/a', env: {}, windowsHomes: [] };

function pathsOf(surroundings: Surroundings, extra: readonly string[] = []): string[] {
  return transcriptPlaces(surroundings, extra).map(({ root, parts }) => [root, ...parts].join('/'));
}

describe('Places of transcripts', () => {
  it('are those of each agent on Linux', () => {
    const paths = pathsOf(linux);

    for (const path of [
      '/home/a/.claude/projects/*/*.jsonl',
      '/home/a/.codex/sessions/*/*/*/rollout-*.jsonl|rollout-*.json',
      '/home/a/.codex/archived_sessions/rollout-*.jsonl|rollout-*.json',
      '/home/a/.copilot/session-state/*/events.jsonl',
      '/home/a/.gemini/tmp/*/chats/session-*.json|session-*.jsonl',
      '/home/a/.local/share/opencode/storage/session/*/*.json',
      '/home/a/.local/share/opencode/opencode.db|opencode-*.db',
      '/home/a/.config/Code/User/workspaceStorage/*/chatSessions/*.jsonl|*.json',
      '/home/a/.config/Code - Insiders/User/globalStorage/emptyWindowChatSessions/*.jsonl|*.json',
      '/home/a/.vscode-server/data/User/workspaceStorage/*/GitHub.copilot-chat|github.copilot-chat/debug-logs/*/main.jsonl',
      '/home/a/.local/share/code-server/User/workspaceStorage/*/GitHub.copilot-chat|github.copilot-chat/transcripts/*.jsonl',
      '/home/a/.config/VSCodium/User/globalStorage/saoudrizwan.claude-dev|rooveterinaryinc.roo-cline|kilocode.kilo-code/tasks/*/api_conversation_history.json',
    ]) {
      assert.ok(paths.includes(path), path);
    }
    assert.equal(new Set(paths).size, paths.length);
    assert.ok(paths.every((path) => path.startsWith('/home/a/')));
  });

  it('follow the variables that name other folders, beside the usual ones', () => {
    const paths = pathsOf({
      ...linux,
      env: {
        CLAUDE_CONFIG_DIR: '/c/',
        CODEX_HOME: '/x',
        COPILOT_HOME: '/p',
        XDG_DATA_HOME: '/d',
        XDG_CONFIG_HOME: '/f',
        VSCODE_PORTABLE: '/v',
      },
    });

    for (const begin of [
      '/c/projects/*',
      '/x/sessions/',
      '/p/session-state/',
      '/d/opencode/storage/',
      '/d/code-server/User/',
      '/f/Code/User/',
      '/v/user-data/User/',
      '/home/a/.claude/projects/*',
      '/home/a/.codex/sessions/',
    ]) {
      assert.ok(
        paths.some((path) => path.startsWith(begin)),
        begin,
      );
    }
    assert.ok(!paths.some((path) => path.startsWith('/home/a/.config/Code/')));
  });

  it('are a database that a variable names: by its path, or in the data folder', () => {
    const named = (path: string): string[] =>
      pathsOf({ ...linux, env: { OPENCODE_DB: path } }).filter((one) => one.includes('mine'));
    assert.deepEqual(named('/b/mine.db'), ['/b/mine.db']);
    assert.deepEqual(named('mine.db'), ['/home/a/.local/share/opencode/mine.db']);
    assert.deepEqual(named(':mine:'), []);
  });

  it('are those of macOS and of Windows, with one kind of slash', () => {
    const mac = pathsOf({ ...linux, platform: 'darwin', home: '/Users/a' });
    const windows = pathsOf({
      platform: 'win32',
      home: 'C:\\Users\\a',
      env: { APPDATA: 'D:\\Roaming', LOCALAPPDATA: 'D:\\Local' },
      windowsHomes: [],
    });

    assert.ok(
      mac.some((path) => path.startsWith('/Users/a/Library/Application Support/Code/User/')),
    );
    assert.ok(windows.includes('C:/Users/a/.claude/projects/*/*.jsonl'));
    assert.ok(windows.some((path) => path.startsWith('D:/Roaming/Cursor/User/')));
    assert.ok(windows.includes('D:/Local/opencode/storage/session/*/*.json'));
    assert.ok(!windows.some((path) => path.includes('\\')));
  });

  it('are those of Windows users too where Linux runs inside Windows', () => {
    const paths = pathsOf({ ...linux, windowsHomes: ['/mnt/c/Users/b'] });

    assert.ok(paths.includes('/mnt/c/Users/b/.claude/projects/*/*.jsonl'));
    assert.ok(paths.some((path) => path.startsWith('/mnt/c/Users/b/AppData/Roaming/Code/User/')));
  });

  it('are the folders that the user names, first and three folders deep', () => {
    const [first, ...rest] = transcriptPlaces(linux, ['/extra/', '']);

    assert.deepEqual(first, { root: '/extra', parts: ['*.jsonl|*.json'], extra: true });
    assert.equal(rest.filter(({ extra }) => extra).at(-1)?.parts.length, 4);
  });
});
