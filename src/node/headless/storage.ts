import { join } from 'node:path';

/** What decides where a server without an editor keeps its data. */
export interface UserPlace {
  readonly platform: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The storage folder where no editor's is known: the platform's folder for data of the user's programs. */
export function defaultStorage({ platform, home, env }: UserPlace): string {
  if (platform === 'win32') {
    return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'chipboard');
  }
  if (platform === 'darwin') {
    return join(home, 'Library', 'Application Support', 'chipboard');
  }
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'chipboard');
}
