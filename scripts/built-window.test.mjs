import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from './parts/run-command.mjs';

test('the window is built for people, although the build was started by a test runner', async () => {
  const assets = join(repositoryRoot, 'dist', 'renderer', 'assets');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(5);
  const written = await Promise.all(scripts.map((name) => readFile(join(assets, name), 'utf8')));
  const development = scripts.filter((_, at) =>
    written[at].includes('Each child in a list should have a unique'),
  );
  expect(development, "scripts with React's development build").toEqual([]);
});
