/** Where things lie, seen from the repository's root. */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A path under the repository's root. */
export const inRepository = (...names: readonly string[]): string => join(root, ...names);

/** A file of what `npm run build` made. */
export const built = (...names: readonly string[]): string => inRepository('dist', ...names);

/** The address to import a built module from. */
export const builtModule = (name: string): string => pathToFileURL(built(name)).href;

/** A sample run that comes with the application. */
export const sample = (file: string): string => inRepository('samples', file);

/** What a public host sent, by its place among the recordings next to the repository. */
export const recording = (...names: readonly string[]): string =>
  inRepository('testing', 'recordings', ...names);

/** The run most scenarios open: a draft that fails, with its whole chain of causes. */
export const failedDraft = sample('acme-prd-draft.bundle.json');
