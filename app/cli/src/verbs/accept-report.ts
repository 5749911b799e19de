/** What the user reads after `accept`: the outcome, the steps that led to it, what would be recorded. Pure. */

import {
  type AcceptResult,
  type PlacedViolation,
  type Profile,
  type StepTrace,
  stepInfo,
} from '@openwop-inspector/acceptor-core';
import { countOf, formatCount, formatSequence, ownString, someOf } from '@openwop-inspector/base';
import {
  apart,
  type Block,
  blank,
  cut,
  dim,
  error,
  fact,
  type Line,
  labelled,
  line,
  name,
  ok,
  paragraph,
  plain,
  rest,
  type Span,
  safeText,
  strong,
  type Text,
  tableOf,
  textWidth,
  warning,
} from '@openwop-inspector/base/document';
import { cited, isRefusalCode, reasonsText, refusalInfo, warningInfo } from '@openwop-inspector/protocol';
import type { RepairSearch, ReportedByLog } from '../accept/accept-rebuilt.ts';
import { type AcceptedEnvelope, needsTelling } from './accept-document.ts';

/** Columns of the longest standing, `assumed`, and a gap. */
const STANDING = 9;
/** Events named for one field. */
const MAX_NAMED = 3;
/** Maximum number of envelopes reported with all their steps; of more, only those that were not accepted. */
const MAX_IN_FULL = 3;
/** Maximum number of envelopes that were not accepted and are reported with their steps when there are many. */
const MAX_DISPLAYED_REFUSED = 10;
/** Violations displayed of one step. */
const MAX_DISPLAYED_DETAILS = 10;
/** Names that could stand at a place, the first ones of many. */
const MAX_DISPLAYED_KNOWN = 20;

/** The report; values to copy stay whole. */
export function acceptReport(results: readonly AcceptedEnvelope[], profile: Profile): readonly Block[] {
  const isShort = results.length <= MAX_IN_FULL;
  const refused = results.filter(({ result }) => needsTelling(result));
  const left = isShort ? 0 : refused.length - MAX_DISPLAYED_REFUSED;
  return apart([
    profile === 'lenient' ? [] : [labelled('Profile', name(profile))],
    isShort ? [] : [summary(results)],
    ...(isShort ? results : refused.slice(0, MAX_DISPLAYED_REFUSED)).map(envelopeSection),
    rest(left, `and ${formatCount(left)} more not accepted; --json has them all`),
  ]);
}

function summary(results: readonly AcceptedEnvelope[]): Line {
  const counts = new Map<string, number>();
  for (const { result } of results) {
    const status = result?.status ?? 'not reconstructable';
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  const parts = [...counts].map(([status, times]) => `${formatCount(times)} ${status}`);
  return line(`${countOf(results.length, 'envelope')}: ${parts.join(', ')}`);
}

const HEADS: Readonly<Record<AcceptResult['status'], Span>> = {
  accepted: ok('Accepted'),
  invalid: error('Refused'),
  gated: error('Gated'),
  breached: error('Breached'),
  buffered: warning('Buffered'),
  skipped: warning('Skipped'),
  stopped: warning('Stopped'),
};

function envelopeSection({ place, result, report, repair, violations = [] }: AcceptedEnvelope) {
  if (result === null) return unjudged(place, report);
  return [
    paragraph(10, HEADS[result.status], '  ', ...headline(result), dim(place === '' ? '' : `  ${place}`)),
    ...identity(result),
    ...(report === null ? [] : [sourceLine(report)]),
    ...(result.trace.length === 0 ? [] : [blank, steps(result.trace, violations), blank]),
    ...consequences(result),
    ...(repair ? repairLines(repair) : []),
    ...(repair && report !== null ? [blank] : []),
    ...(report === null ? [] : [...hostLines(report), blank, ...contextLines(report)]),
  ];
}

function unjudged(place: string, reported: ReportedByLog | null): readonly Block[] {
  const head = line(warning('Not reconstructable'), dim(place === '' ? '' : `  ${place}`));
  if (reported === null) return [head];
  const missing = fact('Missing', reported.missing?.note ?? '');
  return [head, missing, sourceLine(reported), ...hostLines(reported), blank, ...contextLines(reported)];
}

function headline(result: AcceptResult): readonly Text[] {
  const { status, step, code, replayed, recorded, trace } = result;
  if (status === 'stopped')
    return ['at ', name(step), ': neither accepted nor refused, its check gave no answer'];
  if (code !== null) return ['at ', name(step), ': ', name(code), `, ${titleOf(code)}`];
  if (replayed) return ['as before: a repeat, nothing new is recorded'];
  if (status === 'buffered') return ['a chunk that waits for the last one'];
  if (status === 'skipped') return ['its turn was stopped before'];
  // What was accepted without a check of some things is not said to have passed them.
  const unchecked = trace.filter(({ verdict, hypothetical }) => verdict === 'unchecked' && !hypothetical);
  const but = unchecked.length === 0 ? '' : `; not checked: ${unchecked.map((row) => row.step).join(', ')}`;
  return [`${ownString(recorded, 'type') ?? 'no kind'}${but}`];
}

function titleOf(code: string): string {
  if (!isRefusalCode(code)) return '';
  const { title } = refusalInfo(code);
  return title.charAt(0).toLowerCase() + title.slice(1);
}

function identity({ recorded, recovery }: AcceptResult): readonly Block[] {
  const parts = ['type', 'envelopeId', 'correlationId', 'nodeId'].flatMap((key) => {
    const value = ownString(recorded, key);
    return value === null ? [] : [`${key} ${value}`];
  });
  return [
    ...(parts.length === 0 ? [] : [fact('Envelope', parts.join('  '))]),
    ...(recovery === null
      ? []
      : [fact('Found by', `${recovery.path} at byte ${formatCount(recovery.byteOffset)}`)]),
  ];
}

function repairLines(repair: RepairSearch): readonly Block[] {
  if (repair.kind === 'none') return [fact('Repair', 'none was found that is accepted')];
  if (repair.kind === 'not-looked-for') return [fact('Repair', `not searched for: ${repair.why}`)];
  const { reasons, patch, result } = repair;
  return [
    blank,
    fact('Repair', `${reasons.join(', ')}; tried: ${HEADS[result.status].text.toLowerCase()}`),
    // To be copied, so it is not wrapped.
    ...patch.map((operation) => labelled('', name(JSON.stringify(operation)))),
  ];
}

const MARKS: Readonly<Record<StepTrace['verdict'], Span>> = {
  passed: ok('✓'),
  changed: warning('~'),
  skipped: dim('·'),
  unchecked: warning('?'),
  stopped: warning('!'),
  decided: strong('▸'),
  'would-refuse': dim('✗'),
};

/** Steps that never ran are dim and say "would": they are no part of what happened. */
function steps(trace: readonly StepTrace[], violations: readonly PlacedViolation[]): Block {
  const shade = ({ hypothetical }: StepTrace) => (hypothetical ? dim : plain);
  const rows = tableOf(trace, [
    { title: '', cell: ({ verdict }) => MARKS[verdict] },
    { title: '', cell: ({ step }) => dim(stepInfo(step).number) },
    { title: '', cell: ({ step, hypothetical }) => (hypothetical ? dim(step) : name(step)) },
    { title: '', cell: (row) => shade(row)(`${row.hypothetical ? 'would: ' : ''}${row.verdict}`) },
    { title: '', cell: ({ clause }) => cited(clause) },
    { title: '', shrinksTo: 12, cell: (row) => shade(row)(row.note) },
  ]);
  const below = trace.map((row) => {
    const isPlaced = violations.length > 0 && row.verdict === 'decided' && !row.hypothetical;
    return isPlaced ? violationLines(violations) : detailLines(row);
  });
  return { ...rows, below };
}

/** As a compiler names a fault: its place, what is wrong, the text with a mark under it. */
function violationLines(violations: readonly PlacedViolation[]): readonly Block[] {
  const displayed = violations.slice(0, MAX_DISPLAYED_DETAILS);
  const placeOf = ({ line: row, column }: PlacedViolation): string => `${row}:${column}`;
  const widest = Math.max(...displayed.map((one) => placeOf(one).length));
  const margin = ' '.repeat(5 + widest);
  const known = dim(`${margin}  known: `);
  const left = violations.length - MAX_DISPLAYED_DETAILS;
  return [
    ...displayed.flatMap((one) => {
      const place = dim(`     ${placeOf(one).padEnd(widest)}  `);
      const names = someOf(one.known, MAX_DISPLAYED_KNOWN);
      return [
        paragraph(margin.length + 2, place, name(displayPointer(one.pointer)), `  ${one.message}`),
        ...excerptLines(one, margin),
        ...(one.known.length === 0 ? [] : [paragraph(margin.length + 9, known, names)]),
      ];
    }),
    ...rest(left, `     and ${countOf(left, 'violation')} more`),
  ];
}

function excerptLines({ excerpt, meant }: PlacedViolation, margin: string): readonly Block[] {
  const requested = meant.length === 0 ? '' : `did you mean ${meant.join(' or ')}?`;
  if (excerpt === null) return requested === '' ? [] : [line(`${margin}  `, requested)];
  const { text, from, to } = excerpt;
  const before = textWidth(safeText(text.slice(0, from)));
  const under = '^'.repeat(Math.max(1, textWidth(safeText(text.slice(from, to)))));
  const bar = dim(`${margin}│ `);
  return [cut(bar, text), line(bar, ' '.repeat(before), error(under), ` ${requested}`)];
}

const displayPointer = (pointer: string): string => (pointer === '' ? '(root)' : pointer);

function detailLines({ step, details }: StepTrace): readonly Block[] {
  const left = details.length - MAX_DISPLAYED_DETAILS;
  return [
    ...details.slice(0, MAX_DISPLAYED_DETAILS).map(({ instancePath, keyword, message, value }) => {
      const pointer = name(displayPointer(`${stepInfo(step).base ?? ''}${instancePath}`));
      const words = message === undefined ? '' : `  ${message}`;
      const found = dim(value === undefined ? '' : `  ${value}`);
      return paragraph(7, '     ', pointer, dim(`  ${keyword}`), words, found);
    }),
    ...rest(left, `     and ${countOf(left, 'violation')} more`),
  ];
}

function consequences(result: AcceptResult): readonly Block[] {
  const { code, events, warnings, notes, reasons, redactionCount } = result;
  const { clarificationRounds, schemaRounds, envelopesPerTurn } = result.counters;
  const counters = [
    `clarificationRounds ${clarificationRounds}`,
    `schemaRounds ${schemaRounds}`,
    `envelopesPerTurn ${envelopesPerTurn}`,
  ];
  return [
    ...(reasons.length > 0 ? [fact('Reason', reasonsText(reasons))] : []),
    ...(code !== null && isRefusalCode(code) ? [fact('To do', refusalInfo(code).advice)] : []),
    fact('Recorded', events.length === 0 ? 'no event' : events.map(({ type }) => type).join(', ')),
    ...warnings.map(({ code: of, message }) =>
      fact('Warning', warning(of), `  ${message === '' ? warningInfo(of).title : message}`),
    ),
    ...notes.map(({ pointer, message }) => fact('Note', name(pointer), `  ${message}`)),
    fact('Counters', counters.join(', ')),
    ...(redactionCount > 0 ? [fact('Redacted', countOf(redactionCount, 'place'))] : []),
  ];
}

/**
 * Where the envelope was taken from, and what that means for the verdict: of what was written the first and the last
 * event, of a skeleton the events that tell of it.
 */
function sourceLine({ envelope: { from, isSkeleton, note } }: ReportedByLog): Block {
  const places = isSkeleton ? placesOf(from) : from.map(formatSequence).join(' to ');
  return fact('From log', note, dim(`  ${places}`));
}

/** The verdict of the host next to this one, and each difference with what explains it. */
function hostLines({ host, missing }: ReportedByLog): readonly Block[] {
  if (host === null) return [labelled('Host', dim('the log holds no verdict of the host'))];
  const { answer, code, compared, meaning, status } = host;
  const recorded = (said: string | null): string =>
    `recorded ${said === null ? status : `${status}, ${said}`}`;
  if (missing !== null)
    return [labelled('Host', `${recorded(code ?? meaning)}; nothing is compared with it`)];
  const head = `${recorded(code)}: `;
  if (!compared.known) {
    const why = `: our check was stopped, ${reasonsText(compared.reasons)}`;
    return [fact('Host', head, warning('not comparable'), why)];
  }
  if (answer.kind === 'not-reconstructable') {
    const lacks = answer.missing.map(({ what }) => what).join('; ');
    return [fact('Host', head, warning('not reconstructable'), `, what is missing: ${lacks}`)];
  }
  const different = compared.value.filter(({ same }) => !same);
  const points = `${compared.value.length} points compared`;
  const words =
    different.length === 0
      ? ok(`the same in all ${points}`)
      : warning(`differs in ${different.length} of ${points}`);
  return [
    fact('Host', head, words),
    ...different.map(({ here, host: there, note, rule, what }) => {
      const why = [rule, note].map((one) => (one === undefined ? '' : `  ${one}`)).join('');
      return paragraph(7, '     ', name(what), `  here ${here}, host ${there}`, dim(why));
    }),
  ];
}

/** Each field of the context with its standing; the unknown ones by name alone. */
function contextLines({ fields }: ReportedByLog): readonly Block[] {
  const reported = fields.filter(({ standing }) => standing !== 'unknown');
  const unknown = fields.filter(({ standing }) => standing === 'unknown').map(({ field }) => field);
  const widest = Math.max(0, ...reported.map(({ field }) => field.length)) + 2;
  return [
    ...(reported.length === 0 ? [] : [line(dim('Context'))]),
    ...reported.map((one) => {
      const { from = [], standing } = one;
      const words = standing.padEnd(STANDING);
      const places = dim(from.length === 0 ? '' : `  ${placesOf(from)}`);
      const displayed = standing === 'known' ? plain(words) : warning(words);
      return paragraph(widest + STANDING, name(one.field.padEnd(widest)), displayed, one.note, places);
    }),
    ...(unknown.length === 0 ? [] : [fact('Unknown', dim(unknown.join(', ')))]),
  ];
}

const placesOf = (sequences: readonly number[]): string => someOf(sequences.map(formatSequence), MAX_NAMED);
