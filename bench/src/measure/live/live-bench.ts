import { writeFileSync } from 'node:fs';
import { machineNow } from '../machine.ts';
import { measureApart } from '../own-process.ts';
import type { Target } from '../targets.ts';
import { type LiveBenchResult, type LiveRound, liveReportText, liveTargets } from './live-report.ts';
import { storedStream } from './stream-log.ts';

/** What to measure and where to keep the stream. */
export interface LiveBenchOptions {
  readonly events: number;
  readonly seed: number;
  readonly rounds: number;
  readonly folder: string;
  /** Our own built program, started again for each measurement. */
  readonly program: string;
  readonly json: string | undefined;
}

/**
 * Measures a live session beside eventsource-parser on the same bytes and prints one table. The contenders take turns,
 * each in a process of its own. Answers what was promised.
 */
export async function runLiveBench(
  options: LiveBenchOptions,
  say: (line: string) => void,
  print: (text: string) => void,
): Promise<readonly Target[]> {
  const { events, seed, folder, program } = options;
  const stream = storedStream(folder, { events, seed }, say);
  const machine = machineNow();
  const rounds: LiveRound[] = [];
  for (let number = 1; number <= options.rounds; number += 1) {
    say(`round ${number} of ${options.rounds}`);
    rounds.push(await measureRound(program, stream.file, say));
  }
  const result: LiveBenchResult = { seed, machine, bytes: stream.bytes, rounds };
  print(liveReportText(result));
  const targets = liveTargets(rounds);
  if (options.json !== undefined) {
    writeFileSync(options.json, `${JSON.stringify({ ...result, targets }, null, 2)}\n`);
  }
  return targets;
}

async function measureRound(program: string, file: string, say: (line: string) => void): Promise<LiveRound> {
  const parser = await measureApart(program, 'parse-stream', file);
  const indexed = await measureApart(program, 'index-stream', file);
  const session = await measureApart(program, 'follow-stream', file);
  const reader = await measureApart(program, 'engine', file);
  const round = { parser, indexed, session, reader };
  for (const [name, { ms, events }] of Object.entries(round)) {
    // A measurement that did not see every event has measured something else.
    if (events !== parser.events) throw new Error(`${name} read ${events} of ${parser.events} events`);
    say(`  ${name} ${(ms / 1000).toFixed(2)} s`);
  }
  return round;
}
