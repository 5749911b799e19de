/** Remarks of a result about places in the envelope, mapped to these places in the text. */

import { isRecord } from '@openwop-inspector/base';
import { warningInfo } from '@openwop-inspector/protocol';
import type { OutcomeDetail } from '../accept-context.ts';
import type { AcceptResult, StepTrace } from '../accept-result.ts';
import { stepInfo } from '../steps/list.ts';
import {
  type EnvelopePlace,
  keyRangeOf,
  nodeNear,
  rangeOf,
  type TextMark,
  type TextRange,
} from './json-places.ts';

/** Marks displayed at most; the first ones are the deepest causes. */
const MAX_MARKS = 100;

/** Marks of one envelope of a text, in the order of the text. */
export function marksOf(place: EnvelopePlace, result: AcceptResult): readonly TextMark[] {
  const marks = [
    ...result.trace.flatMap((row) => marksOfStep(place, row)),
    ...result.warnings.flatMap(({ code, message, pointer }): TextMark[] =>
      pointer === undefined
        ? []
        : [
            markAt(place, {
              tone: 'warning',
              label: code,
              message: message || warningInfo(code).title,
              pointer,
            }),
          ],
    ),
  ];
  return distinct(marks).slice(0, MAX_MARKS);
}

type Said = Omit<TextMark, keyof TextRange>;

function markAt(place: EnvelopePlace, said: Said, key: string | null = null): TextMark {
  const { node } = nodeNear(place.node, said.pointer);
  const range = key === null ? null : keyRangeOf(node, key, place.shift);
  return { ...said, ...(range ?? rangeOf(node, place.shift)) };
}

function marksOfStep(place: EnvelopePlace, row: StepTrace): readonly TextMark[] {
  const label = stepInfo(row.step).number;
  const refuses = row.verdict === 'decided' && row.code !== null;
  // Of a surface the payload decides on the version of the envelope.
  const isVersion = row.verdict === 'decided' && row.code === 'unknown_schema_version';
  const pointer = isVersion ? '/schemaVersion' : (row.inputs.find((input) => input.startsWith('/')) ?? '');
  if (refuses || row.verdict === 'would-refuse') {
    const tone = refuses ? 'error' : 'later';
    return row.details.length > 0
      ? row.details.map((detail) => markOfDetail(place, row, detail, tone, label))
      : [markAt(place, { tone, label, message: row.note, pointer })];
  }
  if (row.verdict === 'stopped')
    return [markAt(place, { tone: 'warning', label, message: row.note, pointer })];
  if (row.step !== 'redaction') return [];
  return row.changes.map(({ path, after }) =>
    markAt(place, {
      tone: 'warning',
      label,
      message: redactionText(after, row.hypothetical),
      pointer: path,
    }),
  );
}

function markOfDetail(
  place: EnvelopePlace,
  row: StepTrace,
  detail: OutcomeDetail,
  tone: TextMark['tone'],
  label: string,
): TextMark {
  const pointer = `${stepInfo(row.step).base ?? ''}${detail.instancePath}`;
  const key = keyOf(detail);
  const message = detail.message ?? detail.keyword;
  return markAt(place, { tone, label, message, pointer }, key);
}

/** The key that should not be there: such a detail is about the object and shows the member as its value. */
function keyOf({ keyword, value }: OutcomeDetail): string | null {
  if (keyword !== 'additionalProperties' && keyword !== 'unevaluatedProperties') return null;
  try {
    const displayed: unknown = JSON.parse(value ?? '');
    return isRecord(displayed) ? (Object.keys(displayed)[0] ?? null) : null;
  } catch {
    return /^\{"((?:[^"\\])*)"/.exec(value ?? '')?.[1] ?? null; // cut short
  }
}

function redactionText(after: unknown, hypothetical: boolean): string {
  const named = typeof after === 'string' ? /\[REDACTED:([^\]]*)\]/.exec(after)?.[1] : undefined;
  const what = named === undefined ? 'Holds a secret' : `Holds the value of ${named}`;
  return `${what}; ${stepInfo('redaction').number} ${hypothetical ? 'would replace' : 'replaces'} it.`;
}

function distinct(marks: readonly TextMark[]): readonly TextMark[] {
  const seen = new Set<string>();
  const stored = marks.filter(({ from, label, message }) => {
    const key = `${from} ${label} ${message}`;
    return !seen.has(key) && seen.add(key);
  });
  return stored.sort((one, other) => one.from - other.from);
}
