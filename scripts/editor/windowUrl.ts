import { pathToFileURL } from 'node:url';

/** What an editor window shows and runs; all paths are absolute. */
export interface WindowContent {
  /** A folder or a `.code-workspace` file; absent opens an empty window. */
  readonly folder?: string;
  /** The extension under development. The web workbench keeps one only. */
  readonly extensionDevelopmentPath?: string;
  /** The module whose `run` the extension host calls once the window is up. */
  readonly extensionTestsPath?: string;
}

/** The address at which a server of the npm build of VS Code opens such a window. */
export function windowUrl(serverUrl: string, content: WindowContent): string {
  const url = new URL(serverUrl);
  const remote = (path: string): string =>
    `vscode-remote://${url.host}${pathToFileURL(path).pathname}`;
  const payload: [string, string][] = [['skipWelcome', 'true']];
  if (content.extensionDevelopmentPath) {
    payload.push(['extensionDevelopmentPath', remote(content.extensionDevelopmentPath)]);
  }
  if (content.extensionTestsPath) {
    payload.push(['extensionTestsPath', remote(content.extensionTestsPath)]);
  }
  if (!content.folder) {
    url.searchParams.set('ew', 'true');
  } else if (content.folder.endsWith('.code-workspace')) {
    url.searchParams.set('workspace', content.folder);
  } else {
    url.searchParams.set('folder', content.folder);
  }
  url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}
