/** A live session next to eventsource-parser on the same bytes, each contender in a process of its own. */

import { formatBytes, formatCount } from '@openwop-inspector/base';
import { storedLog } from '../generator/write-log.ts';
import { apart } from './own-process.ts';
import { type Measure, type Target, target } from './report.ts';
import { checkEvents, type Rounds, ratioOf, takeTurns } from './rounds.ts';

const PARSER = 'eventsource-parser alone (floor)';
const INDEXED = 'ours: frames parsed and indexed';
const SESSION = 'ours: live session, ledger, capture and index';
const READER = 'ours: byte reader, index and graph';

/** Measures the stream of one run. */
export const measureLive: Measure = async ({ events, seed, rounds, folder, program }, say) => {
  const stream = storedLog(folder, { events, seed, format: 'sse', oneRun: true }, say);
  const contenders = [
    apart(program, PARSER, 'parse-stream', stream.file),
    apart(program, INDEXED, 'index-stream', stream.file),
    apart(program, SESSION, 'follow-stream', stream.file),
    apart(program, READER, 'engine', stream.file),
  ];
  const values = await takeTurns(contenders, rounds, say);
  checkEvents(values);
  const read = values.get(PARSER)?.[0]?.events ?? 0;
  return {
    subject: `${formatCount(read)} events, ${formatBytes(stream.bytes)} as a stream, seed ${seed}`,
    rounds: values,
    targets: liveTargets(values),
  };
};

/** What is promised of events a second, as a part of what eventsource-parser alone reaches in the same round. */
export function liveTargets(rounds: Rounds): readonly Target[] {
  const promise = (row: string, name: string, least: number): Target =>
    target(name, 'at least', least, ratioOf(rounds, PARSER, row));
  return [
    promise(INDEXED, 'parsed and indexed against the parser alone, events a second', 0.25),
    promise(READER, 'byte reader against the parser alone, events a second', 0.4),
    promise(SESSION, 'whole live session against the parser alone, events a second', 0.4),
  ];
}
