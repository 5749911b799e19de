import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  acceptorRunners,
  type Difference,
  readVectors,
  runVector,
  VECTOR_FORMS,
  type Vector,
  type VectorResult,
  type VectorRunners,
} from '@openwop-inspector/acceptor-core';
import { createKillableSchemaCompiler } from '@openwop-inspector/acceptor-core/node';
import { countOf, formatCount, isRecord, recordOr } from '@openwop-inspector/base';
import {
  apart,
  type Block,
  dim,
  error,
  line,
  name,
  ok,
  paragraph,
  rest,
  type Span,
  strong,
  type Text,
  tableOf,
  warning,
} from '@openwop-inspector/base/document';
import { cited } from '@openwop-inspector/protocol';
import type { Options } from '../grammar/options.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readDocument, readJsonFile } from '../open/whole-text.ts';
import { logRunners } from '../vectors/log-runners.ts';
import { streamRunners } from '../vectors/stream-runners.ts';
import { viewerRunners } from '../vectors/viewer-runners.ts';
import { answering, printAnswer } from './answer-from-log.ts';
import { EXIT, eachOf, Refusal, remark } from './complain.ts';

/** Folders below the one given. */
const MAX_LEVELS = 16;

/** Of all vectors that run, this share may be believed wrong; of few vectors, one. */
const MAX_SHARE = 0.02;

/**
 * `vectors PATH…`: runs vector files. 0 when every vector passes, 1 when one fails, is not answered or did not run, 2
 * when a file cannot be read or has a field that is not known; nothing runs then, since what is left would look like a pass.
 */
export const vectors = answering<readonly string[], Options<'vectors'>>(
  async (paths, options, surroundings) => {
    const { terminal } = surroundings;
    const loaded = await load(paths, options, surroundings);
    // Who answers which form. A form that is not here is reported as not answered.
    const compile = createKillableSchemaCompiler();
    const own = acceptorRunners({ acceptor: { compile }, nowMs: () => performance.now() });
    const runners = { ...own, ...viewerRunners, ...streamRunners, ...logRunners };
    const ran = await runAll(loaded, runners, surroundings);
    const run = settle(loaded, ran);
    if (ran.length < loaded.vectors.length)
      remark(terminal, `stopped after ${countOf(ran.length, 'vector')} of ${loaded.vectors.length}`);
    await printAnswer(run, options, terminal, { json: vectorsDocument, document: vectorsReport });
    return isPassed(run) ? EXIT.fine : EXIT.findings;
  },
);

interface PlacedVector {
  readonly vector: Vector;
  readonly file: string;
}

type Loaded = Awaited<ReturnType<typeof load>>;

/** Everything that will run; a file that is wrong refuses all. */
async function load(paths: readonly string[], options: Options<'vectors'>, surroundings: Surroundings) {
  const files = await vectorPaths(paths);
  const what = 'this is no vector file that can be run';
  const read = async (file: string): Promise<readonly PlacedVector[]> => {
    const { vectors: own } = (await readDocument(file, readVectors, what, surroundings)).file;
    return own.map((vector) => ({ vector, file }));
  };
  const all = (await eachOf(files, read, surroundings.terminal)).flat();
  requireUniqueIds(all);
  const ids = all.map(({ vector }) => vector.id);
  return { files: files.length, vectors: all, known: await loadKnown(options.known, ids, surroundings) };
}

/** Ids are unique over all files, or results could not be distinguished. */
function requireUniqueIds(all: readonly PlacedVector[]): void {
  const seen = new Map<string, string>();
  for (const { vector, file } of all) {
    const before = seen.get(vector.id);
    if (before !== undefined) throw new Refusal(`${file}: the id ${vector.id} was used before, in ${before}`);
    seen.set(vector.id, file);
  }
}

/** Reads `{"known": [{"id", "reason"}]}`: the reasons by id, of which each entry needs one. */
async function loadKnown(file: string | null, ids: readonly string[], surroundings: Surroundings) {
  if (file === null) return new Map();
  const value = await readJsonFile(file, surroundings);
  const list = isRecord(value) ? value.known : undefined;
  if (!Array.isArray(list)) throw new Refusal(`${file}: it takes an object with one array, known`);
  const reasons = new Map<string, string>();
  for (const [index, entry] of list.entries()) {
    const { id, reason } = recordOr(entry);
    if (typeof id !== 'string' || typeof reason !== 'string' || reason.trim() === '')
      throw new Refusal(`${file}: /known/${index} takes an id and a reason, both texts`);
    reasons.set(id, reason);
  }
  const running = new Set(ids);
  const listed = new Map([...reasons].filter(([id]) => running.has(id)));
  const most = Math.max(1, Math.floor(ids.length * MAX_SHARE));
  if (listed.size <= most) return listed;
  const share = `at most 2 %, here ${most}, may be believed wrong`;
  throw new Refusal(`${file}: it lists ${listed.size} of ${ids.length} vectors; ${share}`);
}

/** Milliseconds between two signs of life. */
const PROGRESS_MS = 200;

async function runAll({ vectors: all }: Loaded, runners: VectorRunners, { terminal, signal }: Surroundings) {
  const ran: RanVector[] = [];
  let reportedMs = performance.now();
  for (const { vector, file } of all) {
    if (signal.aborted || terminal.isClosed) break;
    ran.push({ file, result: await runVector(vector, runners) });
    if (performance.now() - reportedMs < PROGRESS_MS) continue;
    reportedMs = performance.now();
    terminal.progress(`${ran.length} of ${countOf(all.length, 'vector')}`);
    // Signals and the terminal get their turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  terminal.progress(null);
  return ran;
}

/** Sorts results into what passed, failed, is believed wrong, and is not answered. */
function settle({ files, known, vectors: all }: Loaded, ran: readonly RanVector[]) {
  const isKnown = ({ result }: RanVector): boolean => known.has(result.vector.id);
  const of = (kind: VectorResult['kind']): readonly RanVector[] =>
    ran.filter(({ result }) => result.kind === kind);
  return {
    files,
    passed: of('passed'),
    failed: of('failed').filter((one) => !isKnown(one)),
    /** Fail, and are believed to be wrong. */
    known: of('failed')
      .filter(isKnown)
      .map(({ result: { vector } }) => ({ id: vector.id, reason: known.get(vector.id) ?? '' })),
    /** Believed to be wrong, and pass: the list can lose them. */
    knownThatPass: of('passed')
      .filter(isKnown)
      .map(({ result }) => result.vector.id),
    notAnswered: of('not-answered'),
    /** Vectors that were left when the run was stopped. */
    notRun: all.length - ran.length,
  };
}

/**
 * Vector files in the order they run: files as given; of folders every `*.json` in them and in folders below, by name.
 * Hidden folders and `node_modules` are passed over. A path without a single file is refused, so that a renamed
 * folder cannot look like a pass.
 */
async function vectorPaths(paths: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const facts = await stat(path).catch(() => null);
    const found = facts?.isDirectory() === true ? await filesIn(path, 0) : [path];
    if (found.length === 0) throw new Refusal(`${path}: there is no *.json file in it`);
    files.push(...found);
  }
  return [...new Set(files)];
}

async function filesIn(folder: string, level: number): Promise<readonly string[]> {
  if (level > MAX_LEVELS) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const files: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      files.push(...(await filesIn(path, level + 1)));
    } else if (entry.name.endsWith('.json')) files.push(path);
  }
  return files;
}

/** Failed vectors reported in full. */
const MAX_DISPLAYED_FAILURES = 30;
/** Differences reported of one vector. */
const MAX_DISPLAYED_DIFFERENCES = 5;
/** Values longer than this are cut, in UTF-16 units. */
const MAX_DISPLAYED_VALUE = 120;

/** A vector with how it went. */
export interface RanVector {
  readonly file: string;
  readonly result: VectorResult;
}

/** A whole run, sorted. */
export type VectorRun = ReturnType<typeof settle>;

/** True when nothing failed and nothing was left out: only then may a run say that it passed. */
export function isPassed({ failed, notAnswered, notRun }: VectorRun): boolean {
  return failed.length === 0 && notAnswered.length === 0 && notRun === 0;
}

/** The verdict first, then the forms, then what failed and why. */
export function vectorsReport(run: VectorRun): readonly Block[] {
  const words =
    'Not answered: nothing here runs these forms yet. They count neither as passed nor as failed.';
  return apart([
    [verdict(run)],
    [forms(run)],
    known(run),
    failures(run.failed),
    run.notAnswered.length === 0 ? [] : [paragraph(0, dim(words))],
  ]);
}

function verdict(run: VectorRun): Block {
  const { files, passed, failed, notAnswered, notRun } = run;
  const total = notRun + passed.length + failed.length + run.known.length + notAnswered.length;
  const parts = [
    `${formatCount(passed.length)} passed`,
    `${formatCount(failed.length)} failed`,
    ...(run.known.length > 0 ? [`${formatCount(run.known.length)} believed wrong`] : []),
    ...(notAnswered.length > 0 ? [`${formatCount(notAnswered.length)} not answered yet`] : []),
    ...(notRun > 0 ? [`${formatCount(notRun)} not run`] : []),
  ];
  const where = `${countOf(total, 'vector')} in ${countOf(files, 'file')}: `;
  return paragraph(8, headOf(run), '  ', `${where}${parts.join(', ')}`);
}

function headOf(run: VectorRun): Span {
  if (run.failed.length > 0) return error('Failed');
  return isPassed(run) ? ok('Passed') : warning('Incomplete');
}

function forms(run: VectorRun): Block {
  const orDash = (count: number): string => (count === 0 ? '–' : formatCount(count));
  return tableOf(formCounts(run), [
    { title: 'FORM', cell: ({ form }) => name(form) },
    { title: 'PASSED', align: 'right', cell: ({ passed }) => orDash(passed) },
    {
      title: 'FAILED',
      align: 'right',
      cell: ({ failed }): Text => (failed === 0 ? '–' : error(formatCount(failed))),
    },
    { title: 'NOT ANSWERED', align: 'right', cell: ({ notAnswered }) => orDash(notAnswered) },
  ]);
}

function known(run: VectorRun): readonly Block[] {
  if (run.known.length + run.knownThatPass.length === 0) return [];
  return [
    line(dim('Believed to be wrong')),
    ...run.known.map(({ id, reason }) => paragraph(4, '  ', strong(id), '  ', reason)),
    ...run.knownThatPass.map((id) => line('  ', strong(id), '  passes now; take it off the list')),
  ];
}

function failures(failed: readonly RanVector[]): readonly Block[] {
  if (failed.length === 0) return [];
  const left = failed.length - MAX_DISPLAYED_FAILURES;
  return [
    line(dim('Failed')),
    ...failed.slice(0, MAX_DISPLAYED_FAILURES).flatMap(failure),
    ...rest(left, `  and ${formatCount(left)} more; --json has them all`),
  ];
}

function failure({ file, result }: RanVector): readonly Block[] {
  if (result.kind !== 'failed') return [];
  const { id, clause, title } = result.vector;
  const { differences } = result.answer;
  const left = differences.length - MAX_DISPLAYED_DIFFERENCES;
  return [
    paragraph(4, '  ', strong(id), '  ', title, '  ', cited(clause), dim(`, ${file}`)),
    ...differences.slice(0, MAX_DISPLAYED_DIFFERENCES).flatMap(differenceLines),
    ...rest(left, `      and ${countOf(left, 'difference')} more`),
  ];
}

function differenceLines({ pointer, message, expected, actual }: Difference): readonly Block[] {
  return [
    paragraph(8, '      ', name(pointer === '' ? 'the vector' : pointer), `  ${message}`),
    paragraph(8, dim('        expected  '), short(expected)),
    paragraph(8, dim('        actual    '), short(actual)),
  ];
}

function short(value: unknown): string {
  const json = value === undefined ? 'nothing' : JSON.stringify(value);
  return json.length > MAX_DISPLAYED_VALUE ? `${json.slice(0, MAX_DISPLAYED_VALUE)}…` : json;
}

/** Plain data: `passed` is a number, `failed` has an entry a vector, `expected` and `actual` as in its file. */
export function vectorsDocument({ passed, failed, notAnswered, files, ...run }: VectorRun) {
  return {
    passed: passed.length,
    failed: failed.flatMap(({ file, result }) => {
      if (result.kind !== 'failed') return [];
      const { id, expect, clause, title } = result.vector;
      const { actual, differences } = result.answer;
      return [{ id, expected: expect, actual, file, clause, title, differences }];
    }),
    known: run.known,
    knownThatPass: run.knownThatPass,
    /** Vectors whose form nothing answers yet: neither passed nor failed. */
    notAnswered: notAnswered.map(({ result }) => result.vector.id),
    notRun: run.notRun,
    forms: formCounts({ passed, failed, notAnswered }),
    files,
  };
}

/** Forms that occur, in the order of the README of the vectors. Vectors believed wrong are distinguished. */
function formCounts({ passed, failed, notAnswered }: Pick<VectorRun, 'passed' | 'failed' | 'notAnswered'>) {
  return VECTOR_FORMS.map((form) => {
    const count = (list: readonly RanVector[]): number =>
      list.filter(({ result }) => result.vector.form === form).length;
    return { form, passed: count(passed), failed: count(failed), notAnswered: count(notAnswered) };
  }).filter((counts) => counts.passed + counts.failed + counts.notAnswered > 0);
}
