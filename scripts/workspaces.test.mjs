import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from './parts/run-command.mjs';

/** Every package.json of a workspace, as the patterns of the root's name them. */
function workspaces() {
  const read = (folder) => JSON.parse(readFileSync(join(repositoryRoot, folder, 'package.json'), 'utf8'));
  const folders = read('.').workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    return readdirSync(join(repositoryRoot, parent)).map((name) => `${parent}/${name}`);
  });
  return folders.map(read);
}

/** The first circle of dependencies, those of tests included, as names in order; null when there is none. */
function circleAmong(packages) {
  const needs = new Map(
    packages.map(({ name, dependencies, devDependencies }) => [
      name,
      Object.keys({ ...dependencies, ...devDependencies }),
    ]),
  );
  const done = new Set();
  const visit = (name, way) => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return null;
    done.add(name);
    for (const next of needs.get(name) ?? []) {
      const circle = visit(next, [...way, name]);
      if (circle !== null) return circle;
    }
    return null;
  };
  for (const name of needs.keys()) {
    const circle = visit(name, []);
    if (circle !== null) return circle;
  }
  return null;
}

test('no workspace needs itself, by whatever way', () => {
  const packages = workspaces();
  expect(packages.length).toBeGreaterThan(10);
  expect(circleAmong(packages)).toBeNull();
});

test.each([
  ['dependencies', { name: 'c', dependencies: { a: '1' } }],
  ['dependencies of tests', { name: 'c', devDependencies: { a: '1' } }],
])('a circle of %s is found', (_, last) => {
  const packages = [{ name: 'a', dependencies: { b: '1' } }, { name: 'b', dependencies: { c: '1' } }, last];
  expect(circleAmong(packages)).toEqual(['a', 'b', 'c', 'a']);
});
