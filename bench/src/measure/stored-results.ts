/** Results that are stored in the repository, so that a later run is compared with them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '@openwop-inspector/base';

/** What is stored of a run. */
interface StoredResult {
  readonly node: string;
  readonly cores: number;
  /** By row, the higher the better. */
  readonly ratios: Readonly<Record<string, number>>;
}

/** Part of a stored ratio below which it is reported as slower. */
const SLOWER = 0.9;

/** What has become slower than the stored result, a line a row, or a line that says that nothing has or that there is none. */
export function comparedWithStored(file: string, ratios: StoredResult['ratios']): readonly string[] {
  const stored = readStored(file);
  if (stored === null) return ['There is no stored result to compare with; --keep stores this one.'];
  const where = `Node ${stored.node}, ${stored.cores} cores`;
  const slower = Object.entries(stored.ratios).flatMap(([row, before]) => {
    const now = ratios[row] ?? Number.NaN;
    return now < before * SLOWER
      ? [`SLOWER than stored (${where}): ${row} ${now.toFixed(2)}, was ${before.toFixed(2)}`]
      : [];
  });
  return slower.length > 0 ? slower : [`No ratio is more than a tenth below the stored result (${where}).`];
}

/** Stores a result in place of the last one. */
export function storeResult(file: string, { node, cores, ratios }: StoredResult): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const known = Object.entries(ratios).filter(([, ratio]) => Number.isFinite(ratio));
  const rounded = Object.fromEntries(known.map(([row, ratio]) => [row, Number(ratio.toPrecision(3))]));
  writeFileSync(file, `${JSON.stringify({ node, cores, ratios: rounded }, null, 2)}\n`);
}

/** Null for a file that is not there or was damaged by hand. */
function readStored(file: string): StoredResult | null {
  if (!existsSync(file)) return null;
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isRecord(value) || !isRecord(value.ratios)) return null;
    const ratios = Object.entries(value.ratios).map(([row, ratio]) => [row, Number(ratio)]);
    return { node: String(value.node), cores: Number(value.cores), ratios: Object.fromEntries(ratios) };
  } catch {
    return null;
  }
}
