import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from './parts/run-command.mjs';

const read = (path) => readFileSync(join(repositoryRoot, path), 'utf8');

/** Every rule of the sheet, as it is numbered there. */
const rules = [...read('docs/protocol/security.md').matchAll(/^\| \*\*(S-\d\d)\*\* \|/gm)].map(
  ([, id]) => id,
);

/** Rows of the table: which tests hold which rule. */
const rows = [...read('docs/security.md').matchAll(/^\| \*\*(S-\d\d)\*\* \|[^|]*\|(.*)\|$/gm)].map(
  ([, rule, tests]) => ({
    rule,
    tests: [...tests.matchAll(/`([^`]+)`: "([^"]+)"/g)].map(([, file, title]) => ({ file, title })),
  }),
);

/** Sources of the shells and packages, tests left out. */
function* sources(folder) {
  for (const entry of readdirSync(join(repositoryRoot, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() && !['node_modules', 'generated', 'test'].includes(entry.name))
      yield* sources(path);
    else if (/(?<!\.test)\.(ts|tsx)$/.test(entry.name)) yield path;
  }
}
const shipped = [...sources('app'), ...sources('packages')].map((path) => ({ path, text: read(path) }));

describe('docs/security.md names the test that holds each rule of the security sheet', () => {
  test('every rule has one row, in order', () => {
    expect(rules.length).toBeGreaterThanOrEqual(25);
    expect(rows.map(({ rule }) => rule)).toEqual(rules);
  });

  test.each(rows)('the tests of $rule exist', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const { file, title } of tests) {
      expect(existsSync(join(repositoryRoot, file)), file).toBe(true);
      // A scenario may have a tag behind its title.
      const text = read(file).replaceAll(' @desktop', '');
      const isThere = ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`));
      expect(isThere, `${file}: ${title}`).toBe(true);
    }
  });
});

test('what a bundle says of its redaction is read and never written (security S-15)', () => {
  const naming = shipped.filter(({ text }) => /redaction(Applied|Mode)/.test(text)).map(({ path }) => path);
  expect(naming.length).toBeGreaterThan(0);
  // Readers of bundles and schemas. A writer would have to keep the flags truthful, and there is none.
  expect(
    naming.filter((path) => !/^packages\/(run-log\/src\/(check|read|query)|protocol)\//.test(path)),
  ).toEqual([]);
});

test('nothing updates itself, reports a crash or counts its users (security S-24)', () => {
  const service =
    /autoUpdater|electron-updater|update-electron-app|crashReporter|sendBeacon\s*\(|@sentry|posthog|google-analytics/i;
  expect(shipped.filter(({ text }) => service.test(withoutComments(text))).map(({ path }) => path)).toEqual(
    [],
  );
  expect(read('electron-builder.yml')).toMatch(/^publish: null$/m);
});

function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}
