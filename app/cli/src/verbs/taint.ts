import { pick } from '@openwop-inspector/base';
import {
  type EventRow,
  type ReachedPlace,
  type TaintOfEvent,
  type TaintOfLog,
  type TaintStep,
  taintDocument,
  taintOfEvent,
  taintOfEventDocument,
  taintOfLog,
} from '@openwop-inspector/run-log';
import { requestedEvent } from '../refer/find-event.ts';
import { aboutEvent, printAnswer } from './answer-from-log.ts';
import { EXIT, NotInLog } from './complain.ts';

const placeJson = ({ way, ...place }: ReachedPlace) => ({ ...place, way: way.map(stepJson) });

const stepJson = ({ row, via, isMarked }: TaintStep) => ({ ...eventJson(row), via, isMarked });

/** `taint FILE [REF]`: where untrusted content came in and what it reached. 1 when something deviates. */
export const taint = aboutEvent<string | null, 'taint'>(async (log, reference, options, { terminal }) => {
  const { limit } = options;
  if (reference === null) {
    const all = await taintOfLog(log, { flows: limit, reached: limit });
    await printAnswer(all, options, terminal, { json: taintOfLogJson, document: taintDocument });
    return all.deviating > 0 ? EXIT.findings : EXIT.fine;
  }
  const row = await requestedEvent(log, reference, terminal);
  const one = await taintOfEvent(log, row.ordinal, limit);
  if (one === null) throw new NotInLog('the event is gone');
  await printAnswer(one, options, terminal, { json: taintOfEventJson, document: taintOfEventDocument });
  return one.reached.some(({ verdict }) => verdict === 'deviates') ? EXIT.findings : EXIT.fine;
});

/** What `--json` prints. */
function taintOfLogJson({ flows, unreached, ...rest }: TaintOfLog) {
  return {
    ...rest,
    unreached: unreached.map(placeJson),
    flows: flows.map(({ source, reached, ...flow }) => ({
      source: eventJson(source),
      ...flow,
      reached: reached.map(placeJson),
    })),
  };
}

function taintOfEventJson({ row, way, reached, ...rest }: TaintOfEvent) {
  return { event: eventJson(row), ...rest, way: way.map(stepJson), reached: reached.map(placeJson) };
}

function eventJson(row: EventRow) {
  return pick(row, ['runId', 'sequence', 'eventId', 'type', 'nodeId', 'contentTrust']);
}
