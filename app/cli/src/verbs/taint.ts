import { countOf, formatSequence, pick } from '@openwop-inspector/base';
import {
  type Block,
  blank,
  cut,
  dim,
  error,
  type Line,
  line,
  ok,
  type Span,
  strong,
  warning,
} from '@openwop-inspector/base/document';
import {
  type EventRow,
  eventHead,
  REACHED_WORDS,
  type ReachedPlace,
  type RunLog,
  type TaintFlow,
  type TaintOfEvent,
  type TaintOfLog,
  type TaintStep,
  type TaintVerdict,
  taintOfEvent,
  taintOfLog,
} from '@openwop-inspector/run-log';
import type { TaintOptions } from '../grammar/options.ts';
import type { Surroundings } from '../open/open-log.ts';
import { findEvent } from '../refer/find-event.ts';
import { ANSWERED, type Answered, answerFromLog } from './answer-from-log.ts';
import { EXIT, type ExitStatus, remark, worse } from './complain.ts';

const VERDICTS: Readonly<Record<TaintVerdict, Span>> = {
  agrees: ok('agrees  '),
  deviates: error('deviates'),
  unknown: warning('unknown '),
};

const viaText = ({ via }: TaintStep): string =>
  via === null ? 'comes in ' : via === 'cause' ? '→ caused ' : '⇢ in node ';

const placeDocument = ({ way, ...place }: ReachedPlace) => ({ ...place, way: way.map(stepDocument) });

const stepDocument = ({ row, via, isMarked }: TaintStep) => ({ ...eventDocument(row), via, isMarked });

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
  if (json) await terminal.printDocument(taintOfLogDocument(answer));
  else await terminal.print(taintOfLogReport(answer));
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
  if (json) await terminal.printDocument(taintOfEventDocument(answer));
  else await terminal.print(taintOfEventReport(answer));
  return { kind: 'reported', deviates: answer.reached.some(({ verdict }) => verdict === 'deviates') };
}

/** The report of a log: each source, what followed, and each place with its way. */
function taintOfLogReport(answer: TaintOfLog): readonly Block[] {
  const { flows, sources, unreached, unreachedTotal, hasCauses } = answer;
  const withRun = new Set(flows.map(({ source }) => source.runId)).size > 1;
  const lines = flows.flatMap((flow) => [...flowLines(flow, withRun), blank]);
  const left = sources - flows.length;
  if (left > 0) lines.push(line(`and ${countOf(left, 'more source')}`));
  if (sources > 0 && !hasCauses)
    lines.push(line(dim('The log names no causes: ways are those inside a node.')));
  if (unreachedTotal > 0)
    lines.push(
      line(strong('Approvals that no recorded path leads to')),
      ...reachedLines(unreached, unreachedTotal),
      blank,
    );
  return [...lines, line(dim(closingText(answer)))].map((one) => cut(...one));
}

function closingText({ sources, deviating, unknown }: TaintOfLog): string {
  const came =
    sources === 0 ? 'Nothing untrusted came in' : `Untrusted content came in by ${countOf(sources, 'event')}`;
  const found = [
    ...(sources > 0 || deviating > 0 ? [countOf(deviating, 'deviation')] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
  ];
  return found.length === 0 ? `${came}.` : `${came}; ${found.join(', ')}.`;
}

function flowLines(flow: TaintFlow, withRun: boolean): readonly Line[] {
  const { source, marked, unmarked, reached, reachedTotal } = flow;
  const followed = [
    marked > 0 ? `${countOf(marked, 'event')} after it say so` : '',
    unmarked > 0 ? `${countOf(unmarked, 'event')} that followed say nothing` : '',
  ].filter((one) => one !== '');
  return [
    line(...eventHead(source, { withRun })),
    ...(followed.length === 0 ? [] : [line(dim(`  ${followed.join(', ')}`))]),
    ...reachedLines(reached, reachedTotal),
  ];
}

function reachedLines(reached: readonly ReachedPlace[], total: number): readonly Line[] {
  const left = total - reached.length;
  return [
    ...reached.flatMap(placeLines),
    ...(left > 0 ? [line(dim(`  and ${countOf(left, 'more place')}`))] : []),
  ];
}

function placeLines(place: ReachedPlace): readonly Line[] {
  const { kind, way, leftOut, verdict, clause, why, isCertain } = place;
  const event = way.at(-1)?.row;
  const number = event === undefined ? '' : formatSequence(event.sequence);
  const words = [`  ${REACHED_WORDS[kind]}: `, why, dim(`  ${clause}`)];
  const head = line('  ', VERDICTS[verdict], '  ', strong(number), ...words);
  if (way.length < 2) return [head];
  return [head, line(dim(`            ${wayText(way, leftOut)}${isCertain ? '' : ' (perhaps)'}`))];
}

/** "#4 → #8 ⇢ #14": along causes, and inside a node. */
function wayText(way: readonly TaintStep[], leftOut: number): string {
  return way
    .map(({ row, via }, i) => {
      const gap = i === 1 && leftOut > 0 ? ` … ${leftOut} more …` : '';
      const arrow = via === null ? '' : via === 'cause' ? ' → ' : ' ⇢ ';
      return `${gap}${arrow}${formatSequence(row.sequence)}`;
    })
    .join('');
}

/** The report of one event. */
function taintOfEventReport(answer: TaintOfEvent): readonly Block[] {
  const { row, way, leftOut, isCertain, reached, reachedTotal } = answer;
  const withRun = { withRun: false };
  const reachedAll = reachedLines(reached, reachedTotal);
  const head =
    way.length === 0
      ? [line(...eventHead(row, withRun)), line(dim('  no recorded path of untrusted content leads to it'))]
      : [
          line(strong(isCertain ? 'How it came here' : 'How it may have come here')),
          ...way.flatMap((step, i) => [
            ...(i === 1 && leftOut > 0 ? [line(dim(`  … ${countOf(leftOut, 'more event')} …`))] : []),
            line(
              '  ',
              dim(viaText(step)),
              ...eventHead(step.row, withRun),
              dim(step.isMarked ? '' : '  no mark'),
            ),
          ]),
          blank,
          line(
            strong(reachedTotal === 0 ? 'From here on it reached nothing' : 'What it reached from here on'),
          ),
        ];
  return [...head, ...reachedAll].map((one) => cut(...one));
}

/** What `--json` prints. */
function taintOfLogDocument({ flows, unreached, ...rest }: TaintOfLog) {
  return {
    ...rest,
    unreached: unreached.map(placeDocument),
    flows: flows.map(({ source, reached, ...flow }) => ({
      source: eventDocument(source),
      ...flow,
      reached: reached.map(placeDocument),
    })),
  };
}

function taintOfEventDocument({ row, way, reached, ...rest }: TaintOfEvent) {
  return {
    event: eventDocument(row),
    ...rest,
    way: way.map(stepDocument),
    reached: reached.map(placeDocument),
  };
}

function eventDocument(row: EventRow) {
  return pick(row, ['runId', 'sequence', 'eventId', 'type', 'nodeId', 'contentTrust']);
}
