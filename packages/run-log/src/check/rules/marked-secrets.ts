/** Secrets of which a mark of the host says that they were removed, and that stand elsewhere (acceptor 6, run-events 5.4). */
import { isRedacted, isSecretKey, nameBelow, pointerTo, secretsIn, valueAt } from '@openwop-inspector/base';
import { eventDocumentOf, readEventDocument } from '../../index/event-document.ts';
import { allRows, eachEventBytes } from '../../view/event-bytes.ts';
import { planForNames } from '../../view/filter/search-plan.ts';
import type { LoadedLog } from '../../view/loaded-log.ts';
import type { CheckRun } from '../check-control.ts';
import type { RuleTell, TellFound } from './rule-tell.ts';

/** Marks that hosts put in place of a secret. */
const MARK =
  /\[redacted(?::[^\]]{0,128})?\]|<<redacted:.{0,128}?>>|<redacted:[^>]{0,128}>|\[BYOK:[^\]]{0,128}\]/gis;
const PLAN = planForNames(['redacted', '[byok:']);
/** Characters around a mark by which a text is known again, whatever event holds it. */
const KNOWN_BY = 16;
/** Secrets that are looked at, values of an event, and characters of a text. */
const MAX_SECRETS = 1_000;
const MAX_VALUES = 20_000;
const MAX_TEXT = 64 * 1024;

const decoder = new TextDecoder();

/** A secret of an event, and the text around it. */
interface Standing {
  readonly row: number;
  readonly pointer: string;
  /** The place among events of one type: its numbers of items left out. */
  readonly place: string;
  readonly before: string;
  readonly after: string;
  readonly value: string;
}

/** A text of an event with its place. */
interface Written {
  readonly text: string;
  readonly pointer: string;
  readonly key: string | null;
}

/**
 * Tells of each secret that stands where another record of the same run has a mark: in the same text, or at the same place
 * of an event of the same type; and of that secret elsewhere. Nothing is read of a log in which no secret was found.
 * O(bytes). False when it was stopped.
 */
export async function checkMarkedSecrets(
  log: LoadedLog,
  run: CheckRun,
  tell: Pick<RuleTell, 'place'>,
  found: TellFound,
): Promise<boolean> {
  const standing = await standingSecrets(log);
  if (standing.length === 0) return true;
  const marked = new Map<Standing, number | null>();
  const take = (row: number | null, texts: Iterable<Written>): void => {
    for (const written of texts)
      for (const one of standing)
        if (!marked.has(one) && isMarked(log, one, row, written)) marked.set(one, row);
  };
  for (const { header } of log.results ?? [log]) take(null, textsOf(Object.fromEntries(header)));
  const takeEvent = (row: number, bytes: Uint8Array): void =>
    take(row, textsOf(readEventDocument(bytes)?.recorded));
  if (!(await eachEventBytes(log, allRows(log), takeEvent, run.isCancelled, PLAN))) return false;
  return tellMarked(log, marked, run, tell, found);
}

/** Secrets that the check of payloads has found, with the text that they stand in. */
async function standingSecrets(log: LoadedLog): Promise<readonly Standing[]> {
  const listed = log.index.problems.list('secret_in_payload').slice(0, MAX_SECRETS);
  const out: Standing[] = [];
  for (const { entry } of listed) {
    const { ordinal, pointer } = entry;
    if (ordinal === null || pointer === undefined) continue;
    const document = eventDocumentOf(decoder.decode(await log.read(ordinal)));
    const text = valueAt(document?.recorded, pointer);
    if (typeof text !== 'string' || text.length > MAX_TEXT) continue;
    const spans = secretsIn(text);
    const place = placeOf(pointer);
    for (const { start, end } of spans.length === 0 ? [{ start: 0, end: text.length }] : spans)
      out.push({
        row: ordinal,
        pointer,
        place,
        before: text.slice(0, start),
        after: text.slice(end),
        value: text.slice(start, end),
      });
  }
  return out;
}

/** The texts of a document. Iterative. */
function* textsOf(document: unknown): Generator<Written> {
  const open: { readonly value: unknown; readonly pointer: string; readonly key: string | null }[] = [
    { value: document, pointer: '', key: null },
  ];
  for (let at = 0; at < open.length && at < MAX_VALUES; at++) {
    const { value, pointer, key } = open[at] as (typeof open)[number];
    if (typeof value === 'string') yield { text: value, pointer, key };
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value))
        open.push({
          value: member,
          pointer: pointerTo(pointer, name),
          key: Array.isArray(value) ? key : nameBelow(key, name),
        });
  }
}

/** True where a mark of a text stands in place of a secret. */
function isMarked(
  { index }: LoadedLog,
  one: Standing,
  row: number | null,
  { text, pointer, key }: Written,
): boolean {
  if (text.length > MAX_TEXT || row === one.row) return false;
  const { run, type } = index.columns;
  if (row !== null && run[row] !== run[one.row]) return false;
  const isSamePlace = row !== null && type[row] === type[one.row] && placeOf(pointer) === one.place;
  const isKnownText = one.before.length + one.after.length >= KNOWN_BY;
  if (!isKnownText && !isSamePlace) return false;
  // A word for "left out" at the place of a secret is a mark as well.
  if (isSamePlace && key !== null && isSecretKey(key) && isRedacted(text)) return true;
  for (const mark of text.matchAll(MARK))
    if (text.slice(0, mark.index) === one.before && text.slice(mark.index + mark[0].length) === one.after)
      return true;
  return false;
}

const placeOf = (pointer: string): string => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');

async function tellMarked(
  log: LoadedLog,
  marked: ReadonlyMap<Standing, number | null>,
  run: CheckRun,
  { place }: Pick<RuleTell, 'place'>,
  found: TellFound,
): Promise<boolean> {
  const told = new Set<number>();
  const where = (mark: number | null): string => (mark === null ? 'beside the events' : place(mark));
  for (const [{ row, pointer }, mark] of marked) {
    told.add(row);
    found(
      'marked_secret_not_removed',
      `A mark ${where(mark)} says that the secret of this place was removed; a mark would have been right here as well`,
      row,
      pointer,
    );
  }
  if (marked.size === 0) return true;
  const values = [...marked.keys()];
  const take = (row: number, bytes: Uint8Array): void => {
    if (told.has(row)) return;
    const text = decoder.decode(bytes);
    const held = values.find(({ value }) => value.length >= 8 && text.includes(value));
    if (held === undefined) return;
    told.add(row);
    const mark = where(marked.get(held) ?? null);
    found(
      'marked_secret_not_removed',
      `A mark ${mark} says that a secret was removed, which stands here; a mark would have been right`,
      row,
    );
  };
  return eachEventBytes(log, allRows(log), take, run.isCancelled);
}
