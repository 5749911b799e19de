/** What the window and its workers fetch, compressed, each with a bound. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Target, target } from './report.ts';

/** Bounds in KB, 1,000 bytes of gzip: all that the page names, the script of a worker, a script that is loaded later. */
const FIRST_LOAD_KB = 350;
const WORKER_KB = 200;
const CHUNK_KB = 110;
/** Smaller scripts are not listed. */
const LISTED_KB = 50;

/**
 * The first load of a built window, the script of each worker, and each other script of more than 50 KB. Throws when
 * `folder` holds no built window.
 */
export function bundleTargets(folder: string): readonly Target[] {
  const sizeOf = (file: string): number =>
    gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length / 1000;
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const named = Array.from(page.matchAll(/"\.\/([^"]+\.(?:js|css))"/g), ([, file = '']) => file);
  const first = ['index.html', ...named];
  const later = readdirSync(path.join(folder, 'assets'))
    .map((name) => `assets/${name}`)
    .filter((file) => file.endsWith('.js') && !first.includes(file))
    .map((file) => ({ file, isWorker: file.includes('.worker-'), size: sizeOf(file) }))
    .filter(({ isWorker, size }) => isWorker || size > LISTED_KB)
    .sort((a, b) => b.size - a.size);
  return [
    target(
      'first load',
      'at most',
      FIRST_LOAD_KB,
      first.reduce((sum, file) => sum + sizeOf(file), 0),
    ),
    ...later.map(({ file, isWorker, size }) =>
      target(
        path.basename(file).replace(/-[\w-]{8}\.js$/, ''),
        'at most',
        isWorker ? WORKER_KB : CHUNK_KB,
        size,
      ),
    ),
  ];
}
