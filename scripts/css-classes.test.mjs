/** Every class of a sheet is used by a file that imports the sheet, and every class that is composed exists. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from './parts/run-command.mjs';

const sources = ['packages/ui/src', 'packages/renderers/src', 'app/renderer/src'].flatMap((folder) =>
  readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|module\.css)$/.test(name))
    .map((name) => join(repositoryRoot, folder, name)),
);
const texts = new Map(sources.map((path) => [path, readFileSync(path, 'utf8')]));
const sheets = sources.filter((path) => path.endsWith('.module.css'));
const sharedSheet = join(repositoryRoot, 'packages/ui/src/generated/layout.module.css');

/** The classes that the rules of a sheet name, and those that they compose of the shared sheet. */
function classesOf(sheet) {
  const rules = (texts.get(sheet) ?? '').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const lists = [...rules.matchAll(/composes:([^;]*?)\s+from\s+['"]([^'"]+)['"]/g)];
  const selectors = [...rules.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector);
  return {
    named: new Set(
      selectors.flatMap((selector) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name)),
    ),
    composed: lists.flatMap(([, names = '']) => names.trim().split(/\s+/)),
  };
}

/** The parts of the sources that use a sheet: each with the name under which it imports the sheet. */
function usersOf(sheet) {
  return sources.flatMap((path) => {
    const text = texts.get(path) ?? '';
    return [...text.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g)]
      .filter(([, , from = '']) => resolve(path, '..', from) === sheet)
      .map(([, as]) => ({ as, text }));
  });
}

/** Whether a class is named in full, or can be meant where a file takes one by a name it computes. */
function isUsed(name, users) {
  const everywhere = [...texts].filter(([path]) => !path.endsWith('.css')).map(([, text]) => text);
  return users.some(({ as, text }) => {
    if (new RegExp(`\\b${as}\\.${name}\\b`).test(text)) return true;
    if (!text.includes(`${as}[`)) return false;
    return (
      everywhere.some((one) => new RegExp(`['"\`]${name}['"\`]|\\b${name}\\b:`).test(one)) ||
      /Head$/.test(name)
    );
  });
}

test.each(sheets.filter((sheet) => sheet !== sharedSheet))('no class of %s is unused', (sheet) => {
  const users = usersOf(sheet);
  expect([...classesOf(sheet).named].filter((name) => !isUsed(name, users))).toEqual([]);
});

const withoutImports = (text) => text.replaceAll(/^(?:import|export) .* from .*$|^ ?\*.*$/gm, '');

test.each(sheets)('every class that is named of %s is in it', (sheet) => {
  const { named } = classesOf(sheet);
  const taken = usersOf(sheet).flatMap(({ as, text }) => [
    ...withoutImports(text).matchAll(new RegExp(`\\b${as}\\.(\\w+)`, 'g')),
  ]);
  expect([...new Set(taken.map(([, name]) => name))].filter((name) => !named.has(name))).toEqual([]);
});

test('every class that is composed, or named in the list of layout classes, is in the shared sheet', () => {
  const { named } = classesOf(sharedSheet);
  const composed = sheets.flatMap((sheet) => classesOf(sheet).composed);
  expect([...new Set(composed)].filter((name) => !named.has(name))).toEqual([]);
});

test('every class of the shared sheet is used', () => {
  const composed = new Set(sheets.flatMap((sheet) => classesOf(sheet).composed));
  // `layout.row`, and of a call such as `layout('row gap8', isOpen && 'open')` every text.
  const taken = [...texts.values()].flatMap((text) => {
    const members = Array.from(text.matchAll(/\blayout\.(\w+)/g), ([, name]) => name);
    const calls = Array.from(text.matchAll(/\blayout\(((?:[^()]|\([^()]*\))*)\)/g), ([, given]) => given);
    const quoted = calls.flatMap((given = '') => given.match(/'[^']*'/g) ?? []);
    return members.concat(quoted.flatMap((names) => names.slice(1, -1).split(' ')));
  });
  const used = new Set([...composed, ...taken]);
  expect([...classesOf(sharedSheet).named].filter((name) => !used.has(name))).toEqual([]);
});
