import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { aghWarningCodes } from './agh-codes.ts';
import {
  isProblemCode,
  isRefusalCode,
  isWarningCode,
  PROBLEM_CODES,
  problemInfo,
  REFUSAL_CODES,
  refusalInfo,
  WARNING_CODES,
  warningInfo,
} from './codes.ts';
import { CATALOGUE_TYPES, OTHER_TYPES } from './event-types.ts';
import { ruleProblems } from './problem-codes.ts';

const vectorFolder = new URL('../../../testing/vectors/', import.meta.url);

/** Every value under the named keys of the expectations of all vectors. */
function expectedCodes(keys: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [key, member] of Object.entries(value)) {
      if (keys.includes(key)) for (const code of codesIn(member)) found.add(code);
      walk(member);
    }
  };
  for (const name of readdirSync(vectorFolder).filter((file) => file.endsWith('.json'))) {
    const file: { vectors: { expect?: unknown }[] } = JSON.parse(
      readFileSync(new URL(name, vectorFolder), 'utf8'),
    );
    for (const vector of file.vectors) walk(vector.expect);
  }
  return found;
}

function codesIn(value: unknown): readonly string[] {
  const items = Array.isArray(value) ? value : [value];
  return items
    .map((item) => (typeof item === 'object' && item !== null && 'code' in item ? item.code : item))
    .filter((code) => typeof code === 'string');
}

describe('the table of codes', () => {
  const rows = [
    ...PROBLEM_CODES.map((code) => ({ code, ...problemInfo(code) })),
    ...REFUSAL_CODES.map((code) => ({ code, ...refusalInfo(code) })),
  ];
  const warnings = WARNING_CODES.map((code) => ({ code, ...warningInfo(code) }));

  test.each([...rows, ...warnings])('$code is named in plain words', ({ title, clause }) => {
    expect(title).toMatch(/^\S.{3,50}[^.!]$/);
    expect(clause).toMatch(/^(run-events|bundles|envelope|acceptor|security|design|agh) [A-Z]?[A-Z0-9.-]*$/);
  });

  test.each(rows)('$code says what to do', ({ advice }) => {
    expect(advice).toMatch(/^[A-Z][^!]{10,140}\.$/);
  });

  test('titles of problems are distinct', () => {
    const titles = PROBLEM_CODES.map((code) => problemInfo(code).title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test.each(['__proto__', 'constructor', 'toString'])('%s is no code', (name) => {
    expect(isProblemCode(name) || isRefusalCode(name) || isWarningCode(name)).toBe(false);
  });

  test.each([
    ['sequence_gap', 'error'],
    ['secret_in_payload', 'error'],
    ['payload_schema', 'warning'],
    ['dangling_causation', 'warning'],
    ['extension_type', 'note'],
    ['causation_omitted', 'note'],
  ] as const)('%s is of severity %s', (code, severity) => expect(problemInfo(code).severity).toBe(severity));
});

describe('the codes that vectors expect are in the table', () => {
  test('problems', () => {
    const unknown = [...expectedCodes(['problems', 'notProblems'])].filter((code) => !isProblemCode(code));
    expect(unknown).toEqual([]);
  });

  test('warnings', () => {
    const expected = [...expectedCodes(['warnings', 'notWarnings', 'expectWarnings'])];
    expect(expected.filter((code) => !isWarningCode(code) && !Object.hasOwn(aghWarningCodes, code))).toEqual(
      [],
    );
  });
});

test('run-events 7 lists every rule over a log, with the same clause, and events that there are', () => {
  const page = readFileSync(new URL('../../../docs/protocol/run-events.md', import.meta.url), 'utf8');
  const lines = page.slice(page.indexOf('## 7 ')).matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|/gm);
  const listed = [...lines].map(([, code, clause, reads = '']) => ({ code, clause, reads }));
  expect(listed.map(({ code, clause }) => [code, clause])).toEqual(
    Object.entries(ruleProblems).map(([code, { clause }]) => [code, clause]),
  );
  const known = new Set<string>([...CATALOGUE_TYPES, ...OTHER_TYPES].map((type) => `\`${type}\``));
  const isKnown = (read: string) => known.has(read) || /^(any|the document \((host|run)\))$/.test(read);
  for (const { code, reads } of listed)
    expect(
      reads.split(', ').filter((read) => !isKnown(read)),
      code,
    ).toEqual([]);
});

test.each(Object.keys(ruleProblems))('%s has a vector that breaks it and one that does not', (code) => {
  const about = ['29-log-rules.json', '31-trust.json'].flatMap((name) => {
    const file: { vectors: { title: string; expect: { rules: { code: string }[] } }[] } = JSON.parse(
      readFileSync(new URL(name, vectorFolder), 'utf8'),
    );
    return file.vectors.filter(({ title }) => title.startsWith(`${code},`));
  });
  expect(expectedCodes(['rules', 'problems'])).toContain(code);
  expect(about.some(({ expect: { rules } }) => rules.every((rule) => rule.code !== code))).toBe(true);
});
