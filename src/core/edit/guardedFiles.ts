/** Folders whose files run programs or change what agents and the editor may do. */
const guardedFolders = new Set([
  ...['.vscode', '.git', '.claude', '.codex', '.gemini', '.cursor', '.husky'],
]);

/** Files of that kind. */
const guardedNames = new Set(['.mcp.json', '.envrc']);
const guardedEnding = '.code-workspace';

/** Characters that some file systems do not count as part of a name. */
const ignored = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/**
 * Whether a file may be changed only with the user's word. Judged by names alone, of whatever platform they are:
 * neither case, nor the kind of slash, nor what a file system leaves out of a name makes a difference.
 *
 * @param relative the path below the workspace folder
 * @param more names of files or folders, or endings like `*.pem`, that the user guards too
 */
export function isGuarded(relative: string, more: readonly string[] = []): boolean {
  const names = relative.split(/[\\/]/).map(plainName).filter(Boolean);
  const own = more.map((entry) => entry.split(/[\\/]/).map(plainName).filter(Boolean).join('/'));
  const folders = new Set([...guardedFolders, ...own]);
  const inFolder = names.some((name, index) => {
    const pair = `${name}/${names[index + 1] ?? ''}`;
    return folders.has(name) || folders.has(pair) || /^git~\d+$/.test(name);
  });
  const last = names.at(-1) ?? '';
  const endings = own.filter((entry) => entry.startsWith('*.')).map((entry) => entry.slice(1));
  return (
    inFolder ||
    guardedNames.has(last) ||
    [guardedEnding, ...endings].some((ending) => last.endsWith(ending)) ||
    own.includes(names.join('/'))
  );
}

/** A name as Windows and macOS take it: without case, final dots and blanks, or the name of a stream. */
function plainName(name: string): string {
  const plain = name.normalize('NFC').replaceAll(ignored, '').replace(/:.*$/, '');
  return plain
    .replace(/^\.\.?$/, '')
    .toLowerCase()
    .replace(/[. ]+$/, '');
}
