import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The part of `dist/server.mjs` that is used here; what is measured is what is built. */
interface ServerModule {
  startBrowserShell(options: {
    readonly files: readonly string[];
    readonly samplesDir: string;
    readonly rendererDir: string;
    readonly configDir: string;
  }): Promise<BuiltShell>;
}

/** A browser shell that answers; `url` has the token of its start. */
export interface BuiltShell {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the built browser shell over the window or the gallery. `home` keeps its settings and its log. */
export async function startBuiltShell(
  dist: string,
  shows: 'renderer' | 'gallery',
  files: readonly string[],
  home: string,
): Promise<BuiltShell> {
  const server: ServerModule = await import(pathToFileURL(path.join(dist, 'server.mjs')).href);
  return server.startBrowserShell({
    files,
    samplesDir: path.join(dist, '..', 'samples'),
    rendererDir: path.join(dist, shows),
    configDir: home,
  });
}
