/** Untrusted content as a report and as JSON. Pure. */
import { countOf, formatSequence } from '@openwop-inspector/base';
import {
  type EventRow,
  REACHED_WORDS,
  type ReachedPlace,
  type TaintFlow,
  type TaintOfEvent,
  type TaintOfLog,
  type TaintStep,
  type TaintVerdict,
} from '@openwop-inspector/run-log';
import { blank, cutLine, dim, type Line, line, plain, type Span, strong } from '../terminal/line.ts';
import { eventHead } from './event-words.ts';

const VERDICTS: Readonly<Record<TaintVerdict, Span>> = {
  agrees: { text: 'agrees  ', style: 'ok' },
  deviates: { text: 'deviates', style: 'error' },
  unknown: { text: 'unknown ', style: 'warning' },
};

/** The report of a log: each source, what followed, and each place with its way. */
export function taintOfLogReport(answer: TaintOfLog, width: number | null): readonly Line[] {
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
  return [...lines, line(dim(closingWords(answer)))].map((one) => cutLine(one, width));
}

function closingWords({ sources, deviating, unknown }: TaintOfLog): string {
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
  return [
    line(
      '  ',
      VERDICTS[verdict],
      '  ',
      strong(number),
      `  ${REACHED_WORDS[kind]}: `,
      plain(why),
      dim(`  ${clause}`),
    ),
    ...(way.length > 1
      ? [line(dim(`            ${wayWords(way, leftOut)}${isCertain ? '' : ' (perhaps)'}`))]
      : []),
  ];
}

/** "#4 → #8 ⇢ #14": along causes, and inside a node. */
function wayWords(way: readonly TaintStep[], leftOut: number): string {
  return way
    .map(({ row, via }, i) => {
      const gap = i === 1 && leftOut > 0 ? ` … ${leftOut} more …` : '';
      const arrow = via === null ? '' : via === 'cause' ? ' → ' : ' ⇢ ';
      return `${gap}${arrow}${formatSequence(row.sequence)}`;
    })
    .join('');
}

/** The report of one event. */
export function taintOfEventReport(answer: TaintOfEvent, width: number | null): readonly Line[] {
  const { row, way, leftOut, isCertain, reached, reachedTotal } = answer;
  const withRun = { withRun: false };
  if (way.length === 0)
    return [
      line(...eventHead(row, withRun)),
      line(dim('  no recorded path of untrusted content leads to it')),
      ...reachedLines(reached, reachedTotal),
    ].map((one) => cutLine(one, width));
  const steps = way.flatMap((step, i) => [
    ...(i === 1 && leftOut > 0 ? [line(dim(`  … ${countOf(leftOut, 'more event')} …`))] : []),
    line(
      '  ',
      dim(viaWords(step)),
      ...eventHead(step.row, withRun),
      ...(step.isMarked ? [] : [dim('  no mark')]),
    ),
  ]);
  return [
    line(strong(isCertain ? 'How it came here' : 'How it may have come here')),
    ...steps,
    blank,
    line(strong(reachedTotal === 0 ? 'From here on it reached nothing' : 'What it reached from here on')),
    ...reachedLines(reached, reachedTotal),
  ].map((one) => cutLine(one, width));
}

const viaWords = ({ via }: TaintStep): string =>
  via === null ? 'comes in ' : via === 'cause' ? '→ caused ' : '⇢ in node ';

/** What `--json` prints. */
export function taintOfLogDocument({ flows, unreached, ...rest }: TaintOfLog) {
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

export function taintOfEventDocument({ row, way, reached, ...rest }: TaintOfEvent) {
  return {
    event: eventDocument(row),
    ...rest,
    way: way.map(stepDocument),
    reached: reached.map(placeDocument),
  };
}

const placeDocument = ({ way, ...place }: ReachedPlace) => ({ ...place, way: way.map(stepDocument) });

const stepDocument = ({ row, via, isMarked }: TaintStep) => ({ ...eventDocument(row), via, isMarked });

function eventDocument({ runId, sequence, eventId, type, nodeId, contentTrust }: EventRow) {
  return { runId, sequence, eventId, type, nodeId, contentTrust };
}
