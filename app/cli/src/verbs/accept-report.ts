/** What a person reads after `accept`: the outcome, the steps that led to it, what would be recorded. Pure. */

import {
  type AcceptResult,
  type FieldStanding,
  type PlacedViolation,
  type Profile,
  type StepTrace,
  stepInfo,
} from '@openwop-inspector/acceptor-core';
import { countOf, formatCount, formatSequence } from '@openwop-inspector/base';
import { isRefusalCode, reasonsWords, refusalInfo, warningInfo } from '@openwop-inspector/protocol';
import type { ToldByLog } from '../accept/accept-rebuilt.ts';
import type { LookedForRepair } from '../accept/look-for-repair.ts';
import {
  blank,
  cited,
  cutLine,
  dim,
  fact,
  LABEL,
  type Line,
  line,
  name,
  plain,
  type Span,
  type Style,
  wrapLine,
} from '../terminal/line.ts';
import { safeText } from '../terminal/safe-text.ts';
import { type Column, table } from '../terminal/table.ts';
import { textWidth } from '../terminal/text-width.ts';
import { type AcceptedEnvelope, needsTelling, textIn } from './accept-document.ts';

/** Columns of the longest standing, `assumed`, and a gap. */
const STANDING = 9;

/** Events named for one field. */
const MAX_NAMED = 3;

/** Envelopes told with all their steps; of more, those that were not accepted are. */
const TOLD_IN_FULL = 3;
/** Envelopes that were not accepted told with their steps when there are many. */
const SHOWN_REFUSED = 10;
/** Violations shown of one step. */
const SHOWN_DETAILS = 10;

/** What the report is made from. */
export interface AcceptedReport {
  readonly results: readonly AcceptedEnvelope[];
  readonly profile: Profile;
}

/** The report; lines keep to the width but for values to copy. */
export function acceptReport({ results, profile }: AcceptedReport, width: number | null): readonly Line[] {
  const isShort = results.length <= TOLD_IN_FULL;
  const refused = results.filter(({ result }) => needsTelling(result));
  const full = isShort ? results : refused.slice(0, SHOWN_REFUSED);
  const sections = full.map((one) => envelopeSection(one, width));
  const left = refused.length - SHOWN_REFUSED;
  if (!isShort && left > 0)
    sections.push([line(dim(`and ${formatCount(left)} more not accepted; --json has them all`))]);
  if (!isShort) sections.unshift([summary(results)]);
  const note = profile === 'lenient' ? [] : [[line(dim('Profile     '), name(profile))]];
  return [...note, ...sections].flatMap((section, i) => (i === 0 ? section : [blank, ...section]));
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

const HEADS: Readonly<Record<AcceptResult['status'], { readonly text: string; readonly style: Style }>> = {
  accepted: { text: 'Accepted', style: 'ok' },
  invalid: { text: 'Refused', style: 'error' },
  gated: { text: 'Gated', style: 'error' },
  breached: { text: 'Breached', style: 'error' },
  buffered: { text: 'Buffered', style: 'warning' },
  skipped: { text: 'Skipped', style: 'warning' },
  stopped: { text: 'Stopped', style: 'warning' },
};

function envelopeSection(
  { place, result, told, repair, violations = [] }: AcceptedEnvelope,
  width: number | null,
): readonly Line[] {
  if (result === null) return unjudged(place, told, width);
  return [
    ...wrapLine(headline(place, result), width, 10),
    ...identity(result, width),
    ...(told === null ? [] : sourceLines(told, width)),
    ...(result.trace.length === 0 ? [] : [blank, ...steps(result.trace, violations, width), blank]),
    ...consequences(result, width),
    ...(repair ? [...repairLines(repair, width), ...(told === null ? [] : [blank])] : []),
    ...(told === null ? [] : [...hostLines(told, width), blank, ...contextLines(told, width)]),
  ];
}

function unjudged(place: string, told: ToldByLog | null, width: number | null): readonly Line[] {
  const head = line({ text: 'Not reconstructable', style: 'warning' }, dim(place === '' ? '' : `  ${place}`));
  if (told === null) return [head];
  return [
    head,
    ...wrapLine(fact('Missing', told.missing?.note ?? ''), width, LABEL),
    ...sourceLines(told, width),
    ...hostLines(told, width),
    blank,
    ...contextLines(told, width),
  ];
}

function headline(place: string, result: AcceptResult): Line {
  const { status, step, code } = result;
  const spans: Span[] = [HEADS[status], plain('  ')];
  if (status === 'stopped')
    spans.push(plain('at '), name(step), plain(': neither accepted nor refused, its check gave no answer'));
  else if (code !== null)
    spans.push(plain('at '), name(step), plain(': '), name(code), plain(`, ${titleOf(code)}`));
  else if (result.replayed) spans.push(plain('as before: a repeat, nothing new is recorded'));
  else if (status === 'buffered') spans.push(plain('a chunk that waits for the last one'));
  else if (status === 'skipped') spans.push(plain('its turn was stopped before'));
  else spans.push(plain(`${typeOf(result)}${uncheckedWords(result)}`));
  if (place !== '') spans.push(dim(`  ${place}`));
  return spans;
}

/** What was accepted without a check of some things is not said to have passed them. */
function uncheckedWords({ trace }: AcceptResult): string {
  const steps = trace.filter(({ verdict, hypothetical }) => verdict === 'unchecked' && !hypothetical);
  return steps.length === 0 ? '' : `; not checked: ${steps.map(({ step }) => step).join(', ')}`;
}

function titleOf(code: string): string {
  if (!isRefusalCode(code)) return '';
  const { title } = refusalInfo(code);
  return title.charAt(0).toLowerCase() + title.slice(1);
}

function typeOf({ recorded }: AcceptResult): string {
  return textIn(recorded, 'type') ?? 'no kind';
}

function identity(result: AcceptResult, width: number | null): readonly Line[] {
  const { recorded, recovery } = result;
  const parts = ['type', 'envelopeId', 'correlationId', 'nodeId'].flatMap((key) => {
    const value = textIn(recorded, key);
    return value === null ? [] : [`${key} ${value}`];
  });
  const lines = parts.length === 0 ? [] : [fact('Envelope', parts.join('  '))];
  if (recovery !== null)
    lines.push(fact('Found by', `${recovery.path} at byte ${formatCount(recovery.byteOffset)}`));
  return lines.flatMap((one) => wrapLine(one, width, LABEL));
}

function repairLines(repair: LookedForRepair, width: number | null): readonly Line[] {
  if (repair.kind === 'none')
    return wrapLine(fact('Repair', 'none was found that is accepted'), width, LABEL);
  if (repair.kind === 'not-looked-for')
    return wrapLine(fact('Repair', `not looked for: ${repair.why}`), width, LABEL);
  const { reasons, patch, result } = repair;
  const outcome = HEADS[result.status].text.toLowerCase();
  return [
    blank,
    ...wrapLine(fact('Repair', `${reasons.join(', ')}; tried: ${outcome}`), width, LABEL),
    // To be copied, so it is not wrapped.
    ...patch.map((operation) => line(dim('            '), name(JSON.stringify(operation)))),
  ];
}

const MARKS: Readonly<Record<StepTrace['verdict'], Span>> = {
  passed: { text: '✓', style: 'ok' },
  changed: { text: '~', style: 'warning' },
  skipped: { text: '·', style: 'dim' },
  unchecked: { text: '?', style: 'warning' },
  stopped: { text: '!', style: 'warning' },
  decided: { text: '▸', style: 'strong' },
  'would-refuse': { text: '✗', style: 'dim' },
};

const STEP_COLUMNS: readonly Column[] = [
  { title: '' },
  { title: '' },
  { title: '' },
  { title: '' },
  { title: '' },
  { title: '', shrinksTo: 12 },
];

/** Steps that never ran are dim and say "would": they are no part of what happened. */
function steps(
  trace: readonly StepTrace[],
  violations: readonly PlacedViolation[],
  width: number | null,
): readonly Line[] {
  const rows = trace.map((row) => {
    const verdict = row.hypothetical ? `would: ${row.verdict}` : row.verdict;
    const shade = row.hypothetical ? dim : plain;
    return [
      MARKS[row.verdict],
      dim(stepInfo(row.step).number),
      row.hypothetical ? dim(row.step) : name(row.step),
      shade(verdict),
      cited(row.clause),
      shade(row.note),
    ];
  });
  const lines = table(STEP_COLUMNS, rows, width);
  return lines.flatMap((one, i) => {
    const row = trace[i];
    const isPlaced = violations.length > 0 && row?.verdict === 'decided' && !row.hypothetical;
    return [one, ...(isPlaced ? violationLines(violations, width) : detailLines(row, width))];
  });
}

/** As a compiler names a fault: its place, what is wrong, the text with a mark under it. */
function violationLines(violations: readonly PlacedViolation[], width: number | null): readonly Line[] {
  const shown = violations.slice(0, SHOWN_DETAILS);
  const widest = Math.max(...shown.map((one) => placeText(one).length));
  const margin = ' '.repeat(5 + widest);
  const left = violations.length - SHOWN_DETAILS;
  return [
    ...shown.flatMap((one) => {
      const head = line(dim(`     ${placeText(one).padEnd(widest)}  `), name(shownPointer(one.pointer)));
      const words = line(...head, plain(`  ${one.message}`));
      const known = one.known.length === 0 ? [] : [line(dim(`${margin}  known: `), plain(knownWords(one)))];
      const wrapped = known.flatMap((each) => wrapLine(each, width, margin.length + 9));
      return [...wrapLine(words, width, margin.length + 2), ...excerptLines(one, margin, width), ...wrapped];
    }),
    ...(left > 0 ? [line(dim(`     and ${countOf(left, 'violation')} more`))] : []),
  ];
}

/** Names that could stand at a place, the first ones of many. */
const SHOWN_KNOWN = 20;

function knownWords({ known }: PlacedViolation): string {
  const left = known.length - SHOWN_KNOWN;
  return `${known.slice(0, SHOWN_KNOWN).join(', ')}${left > 0 ? ` and ${formatCount(left)} more` : ''}`;
}

function placeText({ line: row, column }: PlacedViolation): string {
  return `${row}:${column}`;
}

function excerptLines(
  { excerpt, meant }: PlacedViolation,
  margin: string,
  width: number | null,
): readonly Line[] {
  const asked = meant.length === 0 ? '' : `did you mean ${meant.join(' or ')}?`;
  if (excerpt === null) return asked === '' ? [] : [line(`${margin}  `, plain(asked))];
  const { text, from, to } = excerpt;
  const before = textWidth(safeText(text.slice(0, from)));
  const under = '^'.repeat(Math.max(1, textWidth(safeText(text.slice(from, to)))));
  return [
    cutLine(line(dim(`${margin}│ `), plain(text)), width),
    line(dim(`${margin}│ `), plain(' '.repeat(before)), { text: under, style: 'error' }, plain(` ${asked}`)),
  ];
}

function shownPointer(pointer: string): string {
  return pointer === '' ? '(root)' : pointer;
}

function detailLines(row: StepTrace | undefined, width: number | null): readonly Line[] {
  if (row === undefined || row.details.length === 0) return [];
  const shown = row.details.slice(0, SHOWN_DETAILS).flatMap(({ instancePath, keyword, message, value }) => {
    const parts: (string | Span)[] = [
      '     ',
      name(shownPointer(`${stepInfo(row.step).base ?? ''}${instancePath}`)),
    ];
    parts.push(dim(`  ${keyword}`), plain(message === undefined ? '' : `  ${message}`));
    if (value !== undefined) parts.push(dim(`  ${value}`));
    return wrapLine(line(...parts), width, 7);
  });
  const left = row.details.length - SHOWN_DETAILS;
  return left > 0 ? [...shown, line(dim(`     and ${countOf(left, 'violation')} more`))] : shown;
}

function consequences(result: AcceptResult, width: number | null): readonly Line[] {
  const { code, events, warnings, notes, counters, redactionCount } = result;
  const lines: Line[] = [];
  if (result.reasons.length > 0) lines.push(fact('Reason', reasonsWords(result.reasons)));
  if (code !== null && isRefusalCode(code)) lines.push(fact('To do', refusalInfo(code).advice));
  lines.push(fact('Recorded', events.length === 0 ? 'no event' : events.map(({ type }) => type).join(', ')));
  for (const { code: warning, message } of warnings) {
    const words = message === '' ? warningInfo(warning).title : message;
    lines.push(fact('Warning', { text: warning, style: 'warning' }, `  ${words}`));
  }
  for (const { pointer, message } of notes) lines.push(fact('Note', name(pointer), `  ${message}`));
  const { clarificationRounds, schemaRounds, envelopesPerTurn } = counters;
  lines.push(
    fact(
      'Counters',
      `clarificationRounds ${clarificationRounds}, schemaRounds ${schemaRounds}, envelopesPerTurn ${envelopesPerTurn}`,
    ),
  );
  if (redactionCount > 0) lines.push(fact('Redacted', countOf(redactionCount, 'place')));
  return lines.flatMap((one) => wrapLine(one, width, LABEL));
}

/** Where the envelope was taken from, and what that means for the verdict. */
function sourceLines({ envelope }: ToldByLog, width: number | null): readonly Line[] {
  const lines = [fact('From log', envelope.note, dim(`  ${takenFrom(envelope)}`))];
  return lines.flatMap((one) => wrapLine(one, width, LABEL));
}

/** Of what was written the first and the last event; of a skeleton the events that tell of it. */
function takenFrom({ from, isSkeleton }: ToldByLog['envelope']): string {
  return isSkeleton ? placesOf(from) : from.map(formatSequence).join(' to ');
}

/** The verdict of the host beside this one, and each difference with what explains it. */
function hostLines({ host, missing }: ToldByLog, width: number | null): readonly Line[] {
  if (host === null) return [fact('Host', dim('the log holds no verdict of the host'))];
  const { answer, code, compared, meaning, status } = host;
  if (missing !== null) {
    const said = code ?? meaning;
    return [
      fact('Host', `recorded ${said === null ? status : `${status}, ${said}`}; nothing is compared with it`),
    ];
  }
  const verdict = code === null ? status : `${status}, ${code}`;
  if (!compared.known) {
    const why = { text: 'not comparable', style: 'warning' } as const;
    const words = `: our check was stopped, ${reasonsWords(compared.reasons)}`;
    return wrapLine(fact('Host', `recorded ${verdict}: `, why, words), width, LABEL);
  }
  if (answer.kind === 'not-reconstructable') {
    const lacks = answer.missing.map(({ what }) => what).join('; ');
    const words = { text: 'not reconstructable', style: 'warning' } as const;
    return wrapLine(
      fact('Host', `recorded ${verdict}: `, words, `, what is missing: ${lacks}`),
      width,
      LABEL,
    );
  }
  const different = compared.value.filter(({ same }) => !same);
  const words: Span =
    different.length === 0
      ? { text: `the same in all ${compared.value.length} points compared`, style: 'ok' }
      : {
          text: `differs in ${different.length} of ${compared.value.length} points compared`,
          style: 'warning',
        };
  const rows = different.map(({ here, host: there, note, rule, what }) =>
    line(
      '     ',
      name(what),
      `  here ${here}, host ${there}`,
      dim([rule, note].map((one) => (one === undefined ? '' : `  ${one}`)).join('')),
    ),
  );
  return [fact('Host', `recorded ${verdict}: `, words), ...rows].flatMap((one, i) =>
    wrapLine(one, width, i === 0 ? LABEL : 7),
  );
}

/** Each field of the context with its standing; the unknown ones by name alone. */
function contextLines({ fields }: ToldByLog, width: number | null): readonly Line[] {
  const told = fields.filter(({ standing }) => standing !== 'unknown');
  const unknown = fields.filter(({ standing }) => standing === 'unknown').map(({ field }) => field);
  const widest = Math.max(0, ...told.map(({ field }) => field.length)) + 2;
  return [
    ...(told.length === 0 ? [] : [line(dim('Context'))]),
    ...told.flatMap((one) => wrapLine(fieldLine(one, widest), width, widest + STANDING)),
    ...(unknown.length === 0 ? [] : wrapLine(fact('Unknown', dim(unknown.join(', '))), width, LABEL)),
  ];
}

function fieldLine({ field, from = [], note, standing }: FieldStanding, widest: number): Line {
  const words = standing.padEnd(STANDING);
  return [
    name(field.padEnd(widest)),
    standing === 'known' ? plain(words) : { text: words, style: 'warning' },
    plain(note),
    dim(from.length === 0 ? '' : `  ${placesOf(from)}`),
  ];
}

function placesOf(sequences: readonly number[]): string {
  const more = sequences.length > MAX_NAMED ? ` and ${sequences.length - MAX_NAMED} more` : '';
  return `${sequences.slice(0, MAX_NAMED).map(formatSequence).join(', ')}${more}`;
}
