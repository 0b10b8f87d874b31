import { isObject, textAt } from './json.ts';

/** A path of the platform with `/` between its parts and none at its end. */
export function slashed(path: string): string {
  return path.replaceAll('\\', '/').replace(/(?<=[^/])\/+$/, '');
}

/** Longest name that Claude Code gives to a project's folder before it cuts it and adds a hash. */
const slugLength = 200;

/** Name of the folder in which Claude Code keeps the sessions of a folder; of long ones what it begins with. */
export function projectSlug(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, '-').slice(0, slugLength);
}

/** Whether a project's folder may hold sessions of one of these folders or of one below: cut, it may be another's. */
export function slugMayBe(name: string, folders: readonly string[]): boolean {
  // Windows names the same drive with capital and small letters.
  return folders.some((folder) => name.toLowerCase().startsWith(projectSlug(folder).toLowerCase()));
}

/** Whether a project's folder is named for this one, as far as names tell: others may be named the same. */
export function isSlugOf(name: string, folder: string): boolean {
  return name.toLowerCase() === projectSlug(folder).toLowerCase();
}

/** The path in an address of a file, also of one on another machine; empty if it is none. */
export function folderOfUri(uri: string): string {
  const match = /^(?:file|vscode-remote):\/\/[^/]*(\/[^?#]*)/.exec(uri);
  if (match === null) {
    return '';
  }
  let path: string;
  try {
    path = decodeURIComponent(match[1] ?? '');
  } catch {
    return '';
  }
  return /^\/[a-zA-Z]:/.test(path) ? path.slice(1) : path;
}

/**
 * The folder that a small file beside sessions tells: `workspace.json` of an editor's storage, `.project_root` of
 * Gemini CLI, `workspace.yaml` of Copilot CLI. Empty if it tells none.
 */
export function folderTold(name: string, text: string): string {
  if (name.endsWith('.yaml')) {
    const value = /^cwd:[ \t]*(.+?)[ \t]*\r?$/m.exec(text)?.[1] ?? '';
    return value.replace(/^(["'])(.*)\1$/, '$2');
  }
  if (!name.endsWith('.json')) {
    return text.trim();
  }
  try {
    const value = JSON.parse(text) as unknown;
    return isObject(value)
      ? folderOfUri(textAt(value, 'folder') || textAt(value, 'workspace'))
      : '';
  } catch {
    return '';
  }
}

/** A path for comparing: `/` between parts, none at the end, drives as WSL shows them. */
function comparable(path: string): string {
  const plain = slashed(path);
  const drive = /^([a-zA-Z]):(.*)$/.exec(plain) ?? /^\/mnt\/([a-zA-Z])((?:\/.*)?)$/.exec(plain);
  // Drives do not tell capital and small letters apart.
  return drive === null
    ? plain
    : `/mnt/${(drive[1] ?? '').toLowerCase()}${(drive[2] ?? '').toLowerCase()}`;
}

/** Whether a folder is one of these, or lies below one. An empty path is in none. */
export function isInFolders(folder: string, folders: readonly string[]): boolean {
  const path = comparable(folder);
  return (
    folder !== '' &&
    folders.some((one) => path === comparable(one) || path.startsWith(`${comparable(one)}/`))
  );
}
