import { unreachable } from '@openwop-inspector/base';
import type { StoredLog } from './log-store.ts';
import { type Measured, median } from './measured.ts';
import { measureApart, measureJq } from './own-process.ts';

/** What is measured in every round, in this order. `jq` is measured in the first round only: it takes longest. */
export const ROWS = ['scan', 'parse', 'keep', 'jq', 'ours', 'fallback', 'bundle'] as const;

export type RowName = (typeof ROWS)[number];

/** One pass over all rows. A row is missing when its program is. */
export type Round = Readonly<Partial<Record<RowName, Measured>>>;

/** Measures everything once, each in a process of its own. */
export async function measureRound(
  program: string,
  logs: { readonly ndjson: StoredLog; readonly bundle: StoredLog },
  options: { readonly withJq: boolean },
  say: (line: string) => void,
): Promise<Round> {
  const { ndjson, bundle } = logs;
  const round: Partial<Record<RowName, Measured>> = {};
  for (const row of ROWS) {
    const measured = await measureRow(row);
    if (measured === undefined) continue;
    round[row] = measured;
    say(`  ${row} ${(measured.ms / 1000).toFixed(2)} s`);
  }
  return round;

  function measureRow(row: RowName): Promise<Measured | undefined> {
    switch (row) {
      case 'scan':
      case 'parse':
      case 'keep':
        return measureApart(program, row, ndjson.file);
      case 'jq':
        return options.withJq ? measureJq(ndjson.file) : Promise.resolve(undefined);
      case 'ours':
        return measureApart(program, 'engine', ndjson.file);
      case 'fallback':
        return measureApart(program, 'engine-fallback', ndjson.file);
      case 'bundle':
        return measureApart(program, 'engine', bundle.file);
      default:
        return unreachable(row);
    }
  }
}

/** Median over the rounds that have the row of what `read` takes from it; NaN when none has. */
export function medianOf(
  rounds: readonly Round[],
  row: RowName,
  read: (measured: Measured) => number,
): number {
  return median(
    rounds.flatMap((round) => {
      const measured = round[row];
      return measured === undefined ? [] : [read(measured)];
    }),
  );
}

/**
 * Median of a ratio that is formed inside each round. Rows of one round are measured minutes apart at most, so a
 * machine that slows down for a while distorts it less than a ratio of medians.
 */
export function ratioOf(
  rounds: readonly Round[],
  above: (round: Round) => number | undefined,
  below: (round: Round) => number | undefined,
): number {
  return median(
    rounds.flatMap((round) => {
      const [numerator, denominator] = [above(round), below(round)];
      return numerator === undefined || denominator === undefined ? [] : [numerator / denominator];
    }),
  );
}
