/**
 * Runs the complexity gate: every entry at n and at 4n. `--only TEXT` runs the rows whose name holds that text, `--times K`
 * makes every n so many times as large.
 */
import { parseArgs } from 'node:util';
import { ACCEPTOR_ENTRIES } from './entries/acceptor.ts';
import { ANSWER_ENTRIES } from './entries/answers.ts';
import { AUDIT_ENTRIES } from './entries/audit.ts';
import { COMPARE_ENTRIES } from './entries/compare.ts';
import { LIVE_ENTRIES } from './entries/live.ts';
import { MASK_ENTRIES } from './entries/masks.ts';
import { READER_ENTRIES } from './entries/readers.ts';
import { RENDER_ENTRIES } from './entries/renderers.ts';
import { TERMINAL_ENTRIES } from './entries/terminal.ts';
import type { GateEntry } from './entry.ts';
import { MAX_RATIO, type Measured, measure } from './measure.ts';

/** Every way in for foreign content. What takes any has a row. */
const GATE_ENTRIES: readonly GateEntry[] = [
  ...READER_ENTRIES,
  ...ANSWER_ENTRIES,
  ...AUDIT_ENTRIES,
  ...COMPARE_ENTRIES,
  ...LIVE_ENTRIES,
  ...MASK_ENTRIES,
  ...ACCEPTOR_ENTRIES,
  ...RENDER_ENTRIES,
  ...TERMINAL_ENTRIES,
];

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
  const isFine = measured.ratio <= MAX_RATIO;
  process.stdout.write(`${told(measured)}${isFine ? '' : '  TOO MUCH'}\n`);
  if (!isFine) tooMuch.push(row.name);
}
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`${chosen.length} entries, ${tooMuch.length} above ${MAX_RATIO}x, ${seconds} s`);
process.exit(chosen.length > 0 && tooMuch.length === 0 ? 0 : 1);

/**
 * A row above the bound is measured again at four and at sixteen times its size. What the collector of garbage or a busy
 * machine makes of a step in size comes once; a square is one at every size.
 */
async function measuredSurely(row: GateEntry): Promise<Measured> {
  let measured = await measure(row);
  for (const times of [4, 16]) {
    if (measured.ratio <= MAX_RATIO) break;
    measured = await measure({ ...row, n: times * row.n });
  }
  return measured;
}

function told({ smallMs, largeMs, ratio }: Measured): string {
  return `${smallMs.toFixed(2).padStart(9)} ms ${largeMs.toFixed(2).padStart(9)} ms ${ratio.toFixed(1).padStart(6)}x`;
}
