import { homedir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../../package.json';

/** What decides where settings lie; `process` has this form. */
export interface Surroundings {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Folder for settings and the recent list, the same for both shells: `%APPDATA%` on Windows, `Application Support` on
 * macOS, `$XDG_CONFIG_HOME` or `~/.config` elsewhere. Not created here.
 */
export function configFolder({ platform, env }: Surroundings, home: string = homedir()): string {
  const name = 'openwop-inspector';
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), name);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', name);
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), name);
}

/** Version of the application, as in the repository's package.json; put in when it is built. */
export const applicationVersion: string = version;
