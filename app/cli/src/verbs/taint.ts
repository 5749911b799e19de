import { type RunLog, taintOfEvent, taintOfLog } from '@openwop-inspector/run-log';
import { EXIT, type ExitStatus, worse } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { findEvent } from '../refer/find-event.ts';
import { ANSWERED, type Answered, answerFromLog } from './answer-from-log.ts';
import { remark } from './complain.ts';
import {
  taintOfEventDocument,
  taintOfEventReport,
  taintOfLogDocument,
  taintOfLogReport,
} from './taint-report.ts';

export interface TaintOptions {
  /** Sources that are told, and places of each. */
  readonly limit: number;
  readonly json: boolean;
}

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

type Told =
  | Extract<Answered, { readonly kind: 'not-answered' }>
  | { readonly kind: 'told'; readonly deviates: boolean };

async function ofLog(log: RunLog, { limit, json }: TaintOptions, { terminal }: Surroundings): Promise<Told> {
  const answer = await taintOfLog(log, { flows: limit, reached: limit });
  if (json) await terminal.printDocument(taintOfLogDocument(answer));
  else await terminal.print(taintOfLogReport(answer, terminal.width));
  return { kind: 'told', deviates: answer.deviating > 0 };
}

async function ofEvent(
  log: RunLog,
  reference: string,
  { limit, json }: TaintOptions,
  { terminal }: Surroundings,
): Promise<Told> {
  const found = await findEvent(log, reference);
  if (found.kind === 'none') return { kind: 'not-answered', message: found.message };
  if (found.remark !== null) remark(terminal, found.remark);
  const answer = await taintOfEvent(log, found.row.ordinal, limit);
  if (answer === null) return { kind: 'not-answered', message: 'the event is gone' };
  if (json) await terminal.printDocument(taintOfEventDocument(answer));
  else await terminal.print(taintOfEventReport(answer, terminal.width));
  return { kind: 'told', deviates: answer.reached.some(({ verdict }) => verdict === 'deviates') };
}
