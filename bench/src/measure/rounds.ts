/**
 * Contenders that take turns in rounds, so that whatever else the machine does meanwhile falls on all of them. Ratios are
 * formed inside a round, then their median: a machine that slows down for a while distorts that less than a ratio of medians.
 */
import { addTo, formatBytes, formatCount } from '@openwop-inspector/base';

/** What one run of a contender took. */
export interface Measured {
  /** Wall time of the work, without the start of the process. Ms. */
  readonly ms: number;
  /** Processor time of the whole process in ms, its start and other threads included; steadier than `ms` on a busy machine. */
  readonly cpuMs?: number;
  /** Highest resident memory of the process, in bytes; absent when it was not our process. */
  readonly peakBytes?: number;
  /** Events read, so that a fast measurement that read nothing is noticed. */
  readonly events?: number;
  /** Times inside the work in ms, by name; each is a row of its own. */
  readonly parts?: Readonly<Record<string, number>>;
}

/** What a measurement knows better than the clock around it; its memory where something came after the work. */
export type Work = Partial<Measured>;

/** Highest resident memory of this process so far, in bytes. */
export const peakMemoryHere = (): number => process.resourceUsage().maxRSS * 1024;

/** One of those that are compared. */
export interface Contender {
  readonly title: string;
  /** Runs once; null where its program is not installed. */
  measure(): Measured | null | Promise<Measured | null>;
  /** True to run in the first round only. */
  readonly once?: boolean;
}

/** By title, and `TITLE: PART` for parts: what was measured, a value a round. A title is missing when its program is. */
export type Rounds = ReadonlyMap<string, readonly Measured[]>;

/** Measures all contenders once a round, in their order. */
export async function takeTurns(
  contenders: readonly Contender[],
  rounds: number,
  say: (line: string) => void,
): Promise<Rounds> {
  const found = new Map<string, Measured[]>();
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}`);
    for (const { title, measure, once = false } of contenders) {
      const measured = once && round > 1 ? null : await measure();
      if (measured === null) continue;
      addTo(found, title, measured);
      for (const [part, ms] of Object.entries(measured.parts ?? {}))
        addTo(found, `${title}: ${part}`, { ms });
      say(`  ${title} ${duration(measured.ms)}`);
    }
  }
  return found;
}

/** Throws when one read another number of events than the first: it has measured something else. */
export function checkEvents(rounds: Rounds): void {
  const counts = [...rounds].flatMap(([title, all]) => all.map(({ events }) => ({ title, events })));
  const known = counts.filter(({ events }) => events !== undefined);
  for (const { title, events } of known)
    if (events !== known[0]?.events)
      throw new Error(`${title} read ${events} events, ${known[0]?.title} ${known[0]?.events}`);
}

type Read = (measured: Measured) => number | undefined;
const timeOf: Read = ({ ms }) => ms;

/** Median over the rounds of what `read` takes from a row; NaN without any. */
export const medianOf = (rounds: Rounds, title: string, read: Read = timeOf): number =>
  median((rounds.get(title) ?? []).flatMap((measured) => read(measured) ?? []));

/** Median of the ratio of two rows, by their times unless `read` says otherwise; NaN when one is missing. */
export function ratioOf(rounds: Rounds, above: string, below: string, read: Read = timeOf): number {
  const others = rounds.get(below) ?? [];
  const ratios = (rounds.get(above) ?? []).map((measured, round) => {
    const other = others[round];
    return (read(measured) ?? Number.NaN) / ((other && read(other)) ?? Number.NaN);
  });
  return median(ratios.filter((ratio) => !Number.isNaN(ratio)));
}

/** How many times as fast as `title` each other row is. */
export const ratiosTo = (rounds: Rounds, title: string): Readonly<Record<string, number>> =>
  Object.fromEntries([...rounds.keys()].map((row) => [row, ratioOf(rounds, title, row)]));

/** Part of a stored ratio below which a row is reported as slower. */
const SLOWER = 0.9;

/** What has become slower than a stored result, a line a row, or a line that says that nothing has. */
export function slowerThanStored(
  stored: Readonly<Record<string, number>>,
  ratios: Readonly<Record<string, number>>,
): readonly string[] {
  const isSlower = ([row, ratio]: [string, number]) => (ratios[row] ?? Number.NaN) < ratio * SLOWER;
  const slower = Object.entries(stored).filter(isSlower);
  if (slower.length === 0) return ['No ratio is more than a tenth below the stored result.'];
  return slower.map(
    ([row, ratio]) => `SLOWER than stored: ${row} ${ratios[row]?.toFixed(2)}, was ${ratio.toFixed(2)}`,
  );
}

/** The head of a table of `comparison`. */
export const COMPARISON_HEAD = ['', 'time', 'CPU', 'events/s', '× the first', 'peak memory'] as const;

/** Rows for a table: medians of each title, and how many times as fast as the first title it is. */
export function comparison(rounds: Rounds, titles: readonly string[]): readonly (readonly string[])[] {
  const cell = (value: number, text: (value: number) => string) => (Number.isNaN(value) ? '' : text(value));
  return titles.map((title) => {
    const ms = medianOf(rounds, title);
    if (Number.isNaN(ms)) return [title, 'not installed'];
    const events = medianOf(rounds, title, (measured) => measured.events);
    const cpuMs = medianOf(rounds, title, (measured) => measured.cpuMs);
    return [
      title,
      duration(ms),
      cell(cpuMs, duration),
      cell((events / ms) * 1000, (rate) => formatCount(Math.round(rate))),
      cell(
        ratioOf(rounds, titles[0] ?? title, title),
        (times) => `${times < 100 ? times.toPrecision(3) : times.toFixed(0)} ×`,
      ),
      cell(
        medianOf(rounds, title, ({ peakBytes }) => peakBytes),
        formatBytes,
      ),
    ];
  });
}

/** Milliseconds as a reader wants them. */
export function duration(ms: number): string {
  if (ms < 10) return `${ms.toFixed(2)} ms`;
  return ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(2)} s`;
}

/** Middle of the values; the mean of the two middle ones when their number is even. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** The smallest value that at least `share` of all values do not exceed (nearest rank). NaN for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
