/** Terms that the bytes of events answer: texts, patterns, values and measures in payloads. */
import { mayBeMasked } from '@openwop-inspector/base';
import type { LoadedLog } from '../loaded-log.ts';
import { countIn, useIn } from '../recorded-use.ts';
import type { ByteLeaf } from './leaves.ts';
import { atPath, planForPath, valueTest } from './payload-values.ts';
import { NUMBER_FORMS, type NumberRange, readRange } from './ranges.ts';
import { type Automaton, automatonOf } from './regex/automaton.ts';
import { planForNames, planForPieces, planForText } from './search-plan.ts';
import { spansOf } from './spans.ts';
import { type FilterError, filterError, type Term } from './syntax.ts';
import type { Turns } from './turns.ts';

type TermOf<K extends Term['kind']> = Extract<Term, { kind: K }>;

const leafOf = (
  plan: ByteLeaf['plan'],
  holds: ByteLeaf['holds'],
  otherwise: ByteLeaf['otherwise'] = null,
): ByteLeaf => ({ kind: 'bytes', plan, otherwise, holds, isLasting: true });

/** A text with a mark is also looked for in the event as it is shown. */
export function textLeaf({ text }: TermOf<'text'>): ByteLeaf {
  const lower = text.toLowerCase();
  if (!mayBeMasked(lower)) return leafOf(planForText(lower), (event) => event.lower.includes(lower));
  return leafOf(
    null,
    (event) => event.lower.includes(lower) || event.shown.some((one) => one.toLowerCase().includes(lower)),
  );
}

/** Units of a text that a pattern goes over before it looks at the clock: some 0.3 s for the worst of patterns. */
const PIECE = 4096;

export function regexLeaf({ source, ignoresCase, at }: TermOf<'regex'>): ByteLeaf | FilterError {
  const automaton = automatonOf(source, ignoresCase);
  if ('message' in automaton) {
    const from = at.from + 1 + automaton.column;
    return filterError({ from, to: at.to }, automaton.message);
  }
  const isMark = mayBeMasked(source.replaceAll('\\', ''));
  return leafOf(isMark ? null : planForPieces(automaton.pieces), (event) =>
    isMark
      ? isInAny(automaton, [event.text, ...event.shown], event.turns)
      : isInText(automaton, event.text, event.turns),
  );
}

async function isInAny(automaton: Automaton, texts: readonly string[], turns: Turns): Promise<boolean> {
  for (const text of texts) if (await isInText(automaton, text, turns)) return true;
  return false;
}

/** Whether a text has a match of a pattern; a promise for a long one. */
export function isInText(automaton: Automaton, text: string, turns: Turns): boolean | Promise<boolean> {
  return text.length <= PIECE ? automaton.isIn(text) : isInLong(automaton, text, turns);
}

/** Others get their turn in between; what is cancelled meanwhile has no match, and nobody asks for it any more. */
async function isInLong(automaton: Automaton, text: string, turns: Turns): Promise<boolean> {
  const search = automaton.search();
  for (let at = 0; at < text.length; at += PIECE) {
    if (search.over(text, at, Math.min(text.length, at + PIECE))) return true;
    if (turns.areDue && !(await turns.rest())) return false;
  }
  return search.end();
}

export function payloadLeaf(term: TermOf<'payload'>): ByteLeaf | FilterError {
  const test = valueTest(term);
  if ('column' in test) return test;
  return leafOf(planForPath(term), (event) => {
    const payload = event.exact?.payload;
    return payload !== undefined && atPath(payload, term.path, test.holds);
  });
}

/** `dur:` by `payload.durationMs`, else by the time of the span that the event ends. */
export function durationLeaf(term: TermOf<'field'>, log: LoadedLog): ByteLeaf | FilterError {
  const range = readRange(term.field, term.value.text, NUMBER_FORMS.dur, term.at);
  if ('column' in range) return range;
  const spans = spansOf(log);
  const bySpan = (row: number): boolean => isWithin(range, spans.of(row));
  return leafOf(
    planForNames(['durationms']),
    (event) => {
      const given = countIn(event.document?.payload, 'durationMs');
      return given === null ? bySpan(event.row) : isWithin(range, given);
    },
    bySpan,
  );
}

/** `tokens:` by what the payload says of its use: a total, or what was read and written. */
export function tokensLeaf(term: TermOf<'field'>): ByteLeaf | FilterError {
  const range = readRange(term.field, term.value.text, NUMBER_FORMS.tokens, term.at);
  if ('column' in range) return range;
  return leafOf(planForNames(['tokens"']), (event) => {
    const used = useIn(event.document?.payload).tokens;
    return used !== null && isWithin(range, used);
  });
}

function isWithin({ low, high }: NumberRange, number: number): boolean {
  return number >= low && number <= high;
}
