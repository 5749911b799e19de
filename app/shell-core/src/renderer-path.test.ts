import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rendererPath } from './renderer-path.ts';

const folder = join('/', 'app', 'renderer');

test.each([
  ['/', 'index.html'],
  ['/index.html', 'index.html'],
  ['/assets/index-B1x_9.js', join('assets', 'index-B1x_9.js')],
  ['/assets/a%2Ejs', join('assets', 'a.js')],
])('%s lies inside', (path, file) => {
  expect(rendererPath(folder, path)).toEqual({ kind: 'inside', file: join(folder, file) });
});

test.each([
  '/../etc/passwd',
  '/assets/../../x',
  '/%2e%2e/x',
  '/%2e%2e%2fx',
  '/..%5cx',
  '/assets\\..\\x',
  '/C:/x',
  '/a%00.js',
  '/.git/config',
  '/%zz',
  '/a b',
])('%s is refused', (path) => {
  expect(rendererPath(folder, path).kind).toBe('forbidden');
});
