import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  acceptorRunners,
  readVectors,
  runVector,
  type Vector,
  type VectorResult,
  type VectorRunners,
} from '@openwop-inspector/acceptor-core';
import { createKillableSchemaCompiler } from '@openwop-inspector/acceptor-core/node';
import { countOf, isRecord, recordOr } from '@openwop-inspector/base';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import type { VectorsOptions } from '../grammar/options.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readDocument, readJsonFile } from '../open/whole-text.ts';
import { logRunners } from '../vectors/log-runners.ts';
import { streamRunners } from '../vectors/stream-runners.ts';
import { viewerRunners } from '../vectors/viewer-runners.ts';
import { complain, nothing, remark } from './complain.ts';
import {
  isPassed,
  type RanVector,
  type VectorRun,
  vectorsDocument,
  vectorsReport,
} from './vectors-report.ts';

/** Folders below the one given. */
const MAX_LEVELS = 16;

/** Of all vectors that run, this share may be believed wrong; of few vectors, one. */
const MAX_SHARE = 0.02;

/**
 * `vectors PATH…`: runs vector files. 0 when every vector passes, 1 when one fails, is not answered or did not run, 2
 * when a file cannot be read or has a field that is not known; nothing runs then, since what is left would look like a pass.
 */
export async function vectors(
  paths: readonly string[],
  options: VectorsOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const loaded = await load(paths, options, surroundings);
  if (loaded === null) return EXIT.failed;
  const ran = await runAll(loaded, vectorRunners(), surroundings);
  const run = settle(loaded, ran);
  const { terminal } = surroundings;
  if (ran.length < loaded.vectors.length) {
    remark(terminal, `stopped after ${countOf(ran.length, 'vector')} of ${loaded.vectors.length}`);
  }
  if (options.json) await terminal.printDocument(vectorsDocument(run));
  else await terminal.print(vectorsReport(run));
  return isPassed(run) ? EXIT.fine : EXIT.findings;
}

interface PlacedVector {
  readonly vector: Vector;
  readonly file: string;
}

type Loaded = NonNullable<Awaited<ReturnType<typeof load>>>;

/** Everything that will run; null when something is wrong, which has been said. */
async function load(paths: readonly string[], options: VectorsOptions, surroundings: Surroundings) {
  const { terminal } = surroundings;
  const files = await vectorPaths(paths, terminal);
  if (files === null) return null;
  const all: PlacedVector[] = [];
  let isRead = true;
  for (const file of files) {
    const read = await readDocument(
      file,
      readVectors,
      'this is no vector file that can be run',
      surroundings,
    );
    if (read === null) isRead = false;
    else all.push(...read.file.vectors.map((vector) => ({ vector, file })));
  }
  if (!isRead || !areIdsUnique(all, surroundings)) return null;
  const known = await loadKnown(
    options.known,
    all.map(({ vector }) => vector.id),
    surroundings,
  );
  return known === null ? null : { files: files.length, vectors: all, known };
}

/** Ids are unique over all files, or a result could not be told from another. */
function areIdsUnique(all: readonly PlacedVector[], { terminal }: Surroundings): boolean {
  const seen = new Map<string, string>();
  for (const { vector, file } of all) {
    const before = seen.get(vector.id);
    if (before !== undefined) {
      complain(terminal, `${file}: the id ${vector.id} was used before, in ${before}`);
      return false;
    }
    seen.set(vector.id, file);
  }
  return true;
}

async function loadKnown(
  file: string | null,
  ids: readonly string[],
  surroundings: Surroundings,
): Promise<ReadonlyMap<string, string> | null> {
  if (file === null) return new Map();
  const { terminal } = surroundings;
  const read = await readJsonFile(file, surroundings);
  if (read.kind === 'refused') return nothing(terminal, read.message);
  const reasons = knownReasons(read.value);
  if (typeof reasons === 'string') return nothing(terminal, `${file}: ${reasons}`);
  const running = new Set(ids);
  const listed = new Map([...reasons].filter(([id]) => running.has(id)));
  const most = Math.max(1, Math.floor(ids.length * MAX_SHARE));
  if (listed.size <= most) return listed;
  const share = `at most 2 %, here ${most}, may be believed wrong`;
  return nothing(terminal, `${file}: it lists ${listed.size} of ${ids.length} vectors; ${share}`);
}

/** Reads `{"known": [{"id", "reason"}]}`: the reasons by id, or what is wrong. Each entry needs a reason. */
function knownReasons(value: unknown): ReadonlyMap<string, string> | string {
  const list = isRecord(value) ? value.known : undefined;
  if (!Array.isArray(list)) return 'it takes an object with one array, known';
  const reasons = new Map<string, string>();
  for (const [index, entry] of list.entries()) {
    const { id, reason } = recordOr(entry);
    if (typeof id !== 'string' || typeof reason !== 'string' || reason.trim() === '')
      return `/known/${index} takes an id and a reason, both texts`;
    reasons.set(id, reason);
  }
  return reasons;
}

/** Who answers which form. A form that is not here is reported as not answered. */
function vectorRunners(): VectorRunners {
  const compile = createKillableSchemaCompiler();
  const nowMs = (): number => performance.now();
  return {
    ...acceptorRunners({ acceptor: { compile }, nowMs }),
    ...viewerRunners,
    ...streamRunners,
    ...logRunners,
  };
}

/** Milliseconds between two signs of life. */
const PROGRESS_MS = 200;

async function runAll(
  { vectors: all }: Loaded,
  runners: VectorRunners,
  { terminal, signal }: Surroundings,
): Promise<readonly RanVector[]> {
  const ran: RanVector[] = [];
  let toldMs = performance.now();
  for (const { vector, file } of all) {
    if (signal.aborted || terminal.isClosed) break;
    ran.push({ file, result: await runVector(vector, runners) });
    if (performance.now() - toldMs < PROGRESS_MS) continue;
    toldMs = performance.now();
    terminal.progress(`${ran.length} of ${countOf(all.length, 'vector')}`);
    // Signals and the terminal get their turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  terminal.progress(null);
  return ran;
}

/** Sorts results into what passed, failed, is believed wrong, and is not answered. */
function settle({ files, known, vectors: all }: Loaded, ran: readonly RanVector[]): VectorRun {
  const isKnown = ({ result }: RanVector): boolean => known.has(result.vector.id);
  const of = (kind: VectorResult['kind']): readonly RanVector[] =>
    ran.filter(({ result }) => result.kind === kind);
  return {
    files,
    passed: of('passed'),
    failed: of('failed').filter((one) => !isKnown(one)),
    known: of('failed')
      .filter(isKnown)
      .map(({ result: { vector } }) => ({ id: vector.id, reason: known.get(vector.id) ?? '' })),
    knownThatPass: of('passed')
      .filter(isKnown)
      .map(({ result }) => result.vector.id),
    notAnswered: of('not-answered'),
    notRun: all.length - ran.length,
  };
}

/**
 * Vector files in the order they run: files as given; of folders every `*.json` in them and in folders below, by name.
 * Hidden folders and `node_modules` are passed over. A path without a single file is refused, which has been said, so that
 * a renamed folder cannot look like a pass.
 */
async function vectorPaths(
  paths: readonly string[],
  terminal: Surroundings['terminal'],
): Promise<readonly string[] | null> {
  const files: string[] = [];
  for (const path of paths) {
    const facts = await stat(path).catch(() => null);
    const found = facts?.isDirectory() === true ? await filesIn(path, 0) : [path];
    if (found.length === 0) return nothing(terminal, `${path}: there is no *.json file in it`);
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
