/** `inspect` and `audit` read one table of rules (run-events 7): of no log may they say different things. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLogRule } from '@openwop-inspector/protocol';
import { afterAll, expect, test } from 'vitest';
import { audit } from '../src/verbs/audit.ts';
import { inspect } from '../src/verbs/inspect.ts';
import { captureTerminal } from './capture-terminal.ts';
import { recordings, repository, ScratchFolder } from './scratch-folder.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());

/** Places of a group that an audit lists. */
const MAX_PLACES = 100;

interface Vector {
  readonly id: string;
  readonly log?: { readonly events: readonly unknown[]; readonly document?: object };
  readonly reader?: { readonly bytes?: string };
}

/** A folder with the log of every vector that has one. */
function vectorLogs(): string {
  const folder = join(repository, 'testing/vectors');
  const out = join(scratch.path, 'vectors');
  mkdirSync(out);
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const { vectors }: { vectors: readonly Vector[] } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    for (const { id, log, reader } of vectors) {
      const text = log === undefined ? reader?.bytes : JSON.stringify(documentOf(log));
      if (text !== undefined) writeFileSync(join(out, `${name}-${id.replaceAll('/', '-')}.json`), text);
    }
  }
  return out;
}

function documentOf({ events, document }: NonNullable<Vector['log']>): unknown {
  return document === undefined ? events : { ...document, events };
}

interface Place {
  readonly file: string;
  readonly sequence?: number | null;
  readonly message: string;
}

const line = (code: string, clause: string, { file, sequence, message }: Place): string =>
  `${file} ${code} (${clause}) #${sequence ?? ''} ${message}`;

async function inspected(path: string): Promise<string[]> {
  const stored = captureTerminal();
  await inspect([path], { json: true, checks: true }, stored.surroundings);
  const documents = stored
    .out()
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
  return documents.flatMap(({ file, problems = [] }) =>
    problems
      .filter(({ code }: { code: string }) => isLogRule(code))
      .map((problem: { code: string; clause: string; sequence?: number; message: string }) =>
        line(problem.code, problem.clause, { ...problem, file }),
      ),
  );
}

async function audited(path: string): Promise<string[]> {
  const stored = captureTerminal();
  const none = { discovery: null, context: null, profile: null, baseline: null, writeBaseline: null };
  const plain = { ...none, sarif: null, junit: null, markdown: null, force: false, unmasked: false };
  await audit([path], { ...plain, json: true }, stored.surroundings);
  const { groups } = JSON.parse(stored.out());
  return groups
    .filter(({ source }: { source: string }) => source === 'rule')
    .flatMap((group: { id: string; clause: string; count: number; places: readonly Place[] }) => {
      expect(group.count).toBeLessThanOrEqual(MAX_PLACES);
      return group.places.map((place) => line(group.id, group.clause, place));
    });
}

test.each([
  ['the recordings', () => recordings, 1],
  ['the samples', () => join(repository, 'samples'), 0],
  ['the vectors', vectorLogs, 60],
])('inspect and audit find the same broken rules in %s', async (_what, folder, least) => {
  const path = folder();
  const found = await inspected(path);
  expect(found.length).toBeGreaterThanOrEqual(least);
  expect((await audited(path)).sort()).toEqual(found.sort());
});
