/** An answer as the events that tell it hold it: who, what, and what the host says became of it. */
import {
  cutMasked,
  isRecord,
  type MaskedText,
  type MaskedValue,
  masker,
  pointerTo,
  textOfMasked,
  words,
  writtenJsonOf,
} from '@openwop-inspector/base';
import { Fields, shown } from '@openwop-inspector/events';
import { isTooDeep } from '../json/too-deep.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { PayloadReader } from '../read-payload.ts';

/** Leaves that are told. */
const MOST_ENTRIES = 200;
/** Characters of one value. */
const MOST_TEXT = 2_000;

const WHO = ['answeredBy', 'decidedBy', 'resolvedBy', 'resumedBy', 'principal'] as const;

/** A value that was entered. */
export interface EnteredValue {
  /** RFC 6901 pointer from the values, of which the first token is the id of a field. */
  readonly path: MaskedText;
  /** A text as it stands, anything else as JSON; cut at 2,000 characters. */
  readonly value: MaskedText;
  readonly isText: boolean;
}

/** A person's answer, or one that a host made up when the time ran out. */
export interface EnteredAnswer {
  /** The first event that tells of it. */
  readonly ordinal: number;
  readonly sequence: number | null;
  readonly timeMs: number | null;
  /** Who answered; null where no event says so. */
  readonly by: MaskedText | null;
  /** What the host says became of it, with its reason; null where it says nothing. */
  readonly outcome: MaskedText | null;
  /** The whole of what was sent; null where it is not recorded. */
  readonly values: MaskedValue;
  /** Its leaves, at most 200 of `total`. */
  readonly entries: readonly EnteredValue[];
  readonly total: number;
}

/** The answer that some events tell together, the first of them first. */
export async function enteredAnswer(
  log: LoadedLog,
  reader: PayloadReader,
  told: readonly number[],
): Promise<EnteredAnswer> {
  const payloads: unknown[] = [];
  for (const row of told) payloads.push((await reader.read(row))?.payload);
  const ordinal = told[0] ?? -1;
  const { index } = log;
  const sequence = index.columns.sequence[ordinal] as number;
  const values = valuesIn(payloads);
  const { entries, total } = leavesOf(values);
  return {
    ordinal,
    sequence: Number.isNaN(sequence) ? null : sequence,
    timeMs: index.timeOf(ordinal),
    by: whoIn(payloads),
    outcome: outcomeIn(payloads),
    values,
    entries,
    total,
  };
}

function whoIn(payloads: readonly unknown[]): MaskedText | null {
  for (const payload of payloads) {
    const who = new Fields(payload).first(...WHO);
    if (who !== '') return shown(who, 128);
  }
  return null;
}

/** `rejected, timeout`. */
function outcomeIn(payloads: readonly unknown[]): MaskedText | null {
  for (const payload of payloads) {
    const fields = new Fields(payload);
    const [outcome, reason] = [fields.text('outcome', 64), fields.text('reason', 64)];
    if (outcome !== '') return shown(reason === '' ? outcome : `${outcome}, ${reason}`, 140);
  }
  return null;
}

/** What was sent, as one event holds it; a turn of a conversation holds it as its content (envelope 7.3). */
function valuesIn(payloads: readonly unknown[]): MaskedValue {
  for (const name of ['resumeValue', 'answers'] as const) {
    for (const payload of payloads) {
      const value = isRecord(payload) && Object.hasOwn(payload, name) ? payload[name] : undefined;
      if (value !== undefined && !isTooDeep(value)) return masker.value(contentOf(value)).value ?? null;
    }
  }
  return null;
}

function contentOf(value: unknown): unknown {
  if (!isRecord(value) || value.operation !== 'exchange' || !isRecord(value.turn)) return value;
  return value.turn.content ?? value;
}

interface Pending {
  readonly value: MaskedValue;
  readonly path: string;
}

/** Leaves in the order of the document; an empty object or list is one. Iterative. */
function leavesOf(values: MaskedValue): {
  readonly entries: readonly EnteredValue[];
  readonly total: number;
} {
  const entries: EnteredValue[] = [];
  let total = 0;
  const pending: Pending[] = values === null || values === undefined ? [] : [{ value: values, path: '' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, path } = next;
    const members = typeof value === 'object' && value !== null ? membersOf(value) : [];
    if (members.length > 0) {
      for (const [key, member] of members.reverse())
        pending.push({ value: member, path: pointerTo(path, key) });
      continue;
    }
    total++;
    if (entries.length < MOST_ENTRIES) entries.push(entryOf(value, path));
  }
  return { entries, total };
}

function membersOf(value: object): (readonly [string, MaskedValue])[] {
  return Object.entries(value);
}

function entryOf(value: MaskedValue, pointer: string): EnteredValue {
  const own = textOfMasked(value);
  const text = own ?? (value === undefined ? words`null` : writtenJsonOf(value));
  const path = cutMasked(masker.identity(pointer), 400);
  return { path, value: cutMasked(text, MOST_TEXT), isText: own !== null };
}
