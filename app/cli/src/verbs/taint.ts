import { pick } from '@openwop-inspector/base';
import {
  type EventRow,
  type ReachedPlace,
  type RunLog,
  type TaintOfEvent,
  type TaintOfLog,
  type TaintStep,
  taintDocument,
  taintOfEvent,
  taintOfEventDocument,
  taintOfLog,
} from '@openwop-inspector/run-log';
import type { TaintOptions } from '../grammar/options.ts';
import type { Surroundings } from '../open/open-log.ts';
import { findEvent } from '../refer/find-event.ts';
import { ANSWERED, type Answered, answerFromLog } from './answer-from-log.ts';
import { EXIT, type ExitStatus, remark, worse } from './complain.ts';

const placeJson = ({ way, ...place }: ReachedPlace) => ({ ...place, way: way.map(stepJson) });

const stepJson = ({ row, via, isMarked }: TaintStep) => ({ ...eventJson(row), via, isMarked });

/** `taint FILE [REF]`: where untrusted content came in and what it reached. 1 when something deviates. */
export async function taint(
  file: string,
  reference: string | null,
  options: TaintOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  let deviates = false;
  const status = await answerFromLog(file, { checks: false }, surroundings, async (log) => {
    const answer =
      reference === null
        ? await ofLog(log, options, surroundings)
        : await ofEvent(log, reference, options, surroundings);
    if (answer.kind === 'not-answered') return answer;
    deviates = answer.deviates;
    return ANSWERED;
  });
  return deviates ? worse(status, EXIT.findings) : status;
}

type TaintOutcome =
  | Extract<Answered, { readonly kind: 'not-answered' }>
  | { readonly kind: 'reported'; readonly deviates: boolean };

async function ofLog(
  log: RunLog,
  { limit, json }: TaintOptions,
  { terminal }: Surroundings,
): Promise<TaintOutcome> {
  const answer = await taintOfLog(log, { flows: limit, reached: limit });
  if (json) await terminal.printDocument(taintOfLogJson(answer));
  else await terminal.print(taintDocument(answer));
  return { kind: 'reported', deviates: answer.deviating > 0 };
}

async function ofEvent(
  log: RunLog,
  reference: string,
  { limit, json }: TaintOptions,
  { terminal }: Surroundings,
): Promise<TaintOutcome> {
  const found = await findEvent(log, reference);
  if (found.kind === 'none') return { kind: 'not-answered', message: found.message };
  if (found.remark !== null) remark(terminal, found.remark);
  const answer = await taintOfEvent(log, found.row.ordinal, limit);
  if (answer === null) return { kind: 'not-answered', message: 'the event is gone' };
  if (json) await terminal.printDocument(taintOfEventJson(answer));
  else await terminal.print(taintOfEventDocument(answer));
  return { kind: 'reported', deviates: answer.reached.some(({ verdict }) => verdict === 'deviates') };
}

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
  return {
    event: eventJson(row),
    ...rest,
    way: way.map(stepJson),
    reached: reached.map(placeJson),
  };
}

function eventJson(row: EventRow) {
  return pick(row, ['runId', 'sequence', 'eventId', 'type', 'nodeId', 'contentTrust']);
}
