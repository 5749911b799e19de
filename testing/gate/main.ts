/**
 * Runs the complexity gate: every entry at n and at 4n. `--only TEXT` runs the rows whose name holds that text, `--times K`
 * makes every n so many times as large.
 */
import { parseArgs } from 'node:util';
import { GATE_ENTRIES } from './entries.ts';
import type { GateEntry } from './entry.ts';
import { type Measured, MOST_RATIO, measure } from './measure.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, times: { type: 'string', default: '1' } },
});
const chosen = GATE_ENTRIES.filter(({ name }) => name.includes(values.only)).map((row) => ({
  ...row,
  n: Math.ceil(row.n * Number(values.times)),
}));
const startedAt = performance.now();
const tooMuch: string[] = [];
for (const row of chosen) {
  // Named first, so that a row that never ends is known.
  process.stdout.write(`${row.name.padEnd(72)} `);
  const measured = await measuredSurely(row);
  const isFine = measured.ratio <= MOST_RATIO;
  process.stdout.write(`${told(measured)}${isFine ? '' : '  TOO MUCH'}\n`);
  if (!isFine) tooMuch.push(row.name);
}
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`${chosen.length} entries, ${tooMuch.length} above ${MOST_RATIO}x, ${seconds} s`);
process.exit(chosen.length > 0 && tooMuch.length === 0 ? 0 : 1);

/**
 * A row above the bound is measured once more at four times its size. What the collector of garbage makes of a step in
 * size comes once; a square is one at every size.
 */
async function measuredSurely(row: GateEntry): Promise<Measured> {
  const measured = await measure(row);
  return measured.ratio <= MOST_RATIO ? measured : measure({ ...row, n: 4 * row.n });
}

function told({ smallMs, largeMs, ratio }: Measured): string {
  return `${smallMs.toFixed(2).padStart(9)} ms ${largeMs.toFixed(2).padStart(9)} ms ${ratio.toFixed(1).padStart(6)}x`;
}
