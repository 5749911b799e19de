/** Results that are kept in the repository, so that a later run is compared with them. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '@openwop-inspector/base';
import type { Machine, ResultFolder } from './report.ts';

/** What is kept of a run: ratios by the name of their row, each the higher the better. Times belong to one machine. */
export interface KeptResult {
  /** What was measured: `engine`, `commands`. */
  readonly kind: string;
  readonly events: number;
  readonly seed: number;
  readonly machine: Pick<Machine, 'node' | 'cores'>;
  readonly version: string;
  readonly ratios: Readonly<Record<string, number>>;
}

/** Part of a kept ratio below which it is reported as slower. */
const SLOWER = 0.9;

/** Compares a result with the kept one, in lines; then keeps it where that was asked for. */
export function compared(
  { folder, version, keeps }: ResultFolder,
  measured: Omit<KeptResult, 'version'>,
): readonly string[] {
  const result = { ...measured, version };
  const lines = comparedWithKept(folder, result);
  return keeps ? [...lines, `Kept as ${keepResult(folder, result)}.`] : lines;
}

function fileOf(folder: string, { kind, events }: Pick<KeptResult, 'kind' | 'events'>): string {
  return path.join(folder, `${kind}-${events}.json`);
}

/** Keeps a result in place of the last one of its kind and size; answers the file. */
export function keepResult(folder: string, result: KeptResult): string {
  mkdirSync(folder, { recursive: true });
  const file = fileOf(folder, result);
  const ratios = Object.fromEntries(
    Object.entries(result.ratios)
      .filter(([, ratio]) => Number.isFinite(ratio))
      .map(([row, ratio]) => [row, Number(ratio.toPrecision(3))]),
  );
  writeFileSync(file, `${JSON.stringify({ ...result, ratios }, null, 2)}\n`);
  return file;
}

/**
 * What has become slower than the kept result of the same kind and size: a line a row, or one that says that nothing has,
 * or that there is none to compare with.
 */
export function comparedWithKept(folder: string, result: KeptResult): readonly string[] {
  const kept = readKept(fileOf(folder, result));
  if (kept === null) return ['There is no kept result to compare with; --keep keeps this one.'];
  const where = `Node ${kept.machine.node}, ${kept.machine.cores} cores`;
  const slower = Object.entries(kept.ratios).flatMap(([row, before]) => {
    const now = result.ratios[row];
    if (now === undefined || !(now < before * SLOWER)) return [];
    return [`SLOWER than kept (${where}): ${row} ${now.toFixed(2)}, was ${before.toFixed(2)}`];
  });
  return slower.length > 0 ? slower : [`No ratio is more than a tenth below the kept result (${where}).`];
}

/** A file that a person has damaged is none. */
function readKept(file: string): Pick<KeptResult, 'machine' | 'ratios'> | null {
  if (!existsSync(file)) return null;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
  if (!isRecord(value) || !isRecord(value.ratios) || !isRecord(value.machine)) return null;
  const { node, cores } = value.machine;
  if (typeof node !== 'string' || typeof cores !== 'number') return null;
  const ratios = Object.fromEntries(
    Object.entries(value.ratios).flatMap(([row, ratio]) => (typeof ratio === 'number' ? [[row, ratio]] : [])),
  );
  return { machine: { node, cores }, ratios };
}
