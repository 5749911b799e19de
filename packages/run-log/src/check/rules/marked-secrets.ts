/** Secrets of which a mark of the host says that they were removed, and that stand elsewhere (acceptor 6, run-events 5.4). */
import {
  addTo,
  isRedacted,
  isSecretKey,
  nameBelow,
  type PlacedValue,
  pointerOfValue,
  secretsIn,
  valueAt,
  valuesIn,
} from '@openwop-inspector/base';
import { type EventDocument, readEventDocument } from '../../index/event-document.ts';
import { planForNames } from '../../query/filter/search-plan.ts';
import type { LoadedLog } from '../../query/loaded-log.ts';
import { eachEventBytes } from '../../query/rows/event-bytes.ts';
import { allRows } from '../../query/rows/rows.ts';
import type { CheckRun, TellFound } from '../check-control.ts';

/** Marks that hosts put in place of a secret. */
const MARK =
  /\[redacted(?::[^\]]{0,128})?\]|<<redacted:.{0,128}?>>|<redacted:[^>]{0,128}>|\[BYOK:[^\]]{0,128}\]/gis;
const PLAN = planForNames(['redacted', '[byok:']);
/** Characters around a mark by which a text is known again, whatever event holds it. */
const KNOWN_BY = 16;
/** Secrets that are inspected, values of an event, and characters of a text. */
const MAX_SECRETS = 200;
const MAX_VALUES = 20_000;
const MAX_TEXT = 64 * 1024;
/** Marks of one text that are inspected, and secrets that are searched for wherever else they stand. */
const MAX_MARKS = 8;
const MAX_ELSEWHERE = 16;

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

/**
 * Reports each secret that is where another record of the same run has a mark: in the same text, or at the same place
 * of an event of the same type; and of that secret elsewhere. Nothing is read of a log in which no secret was found.
 * O(bytes). False when it was stopped.
 */
export async function checkMarkedSecrets(log: LoadedLog, run: CheckRun, found: TellFound): Promise<boolean> {
  const standing = await standingSecrets(log);
  if (standing.length === 0) return true;
  const places = new Places(log, standing);
  for (const { header } of log.results)
    for (const one of valuesIn(Object.fromEntries(header), MAX_VALUES)) places.take(null, one);
  const take = (row: number, bytes: Uint8Array): void => {
    for (const one of valuesIn(readEventDocument(bytes)?.recorded, MAX_VALUES)) places.take(row, one);
  };
  if (!(await eachEventBytes(log, allRows(log), take, run.isCancelled, PLAN))) return false;
  return tellMarked(log, places.marked, run, found);
}

/** Secrets that the check of payloads has found, with the text that they stand in. */
async function standingSecrets(log: LoadedLog): Promise<readonly Standing[]> {
  const listed = log.index.problems.list('secret_in_payload').slice(0, MAX_SECRETS);
  const out: Standing[] = [];
  let [row, document] = [-1, null as EventDocument | null];
  for (const { entry } of listed) {
    const { ordinal, pointer } = entry;
    if (ordinal === null || pointer === undefined) continue;
    // Those of one event are next to each other.
    if (ordinal !== row) [row, document] = [ordinal, readEventDocument(await log.read(ordinal))];
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

/** The name that a value is under: its own, or that of the list it is in. */
function nameOf({ parent, key }: PlacedValue): string | null {
  if (parent === null) return null;
  return Array.isArray(parent.value) ? nameOf(parent) : nameBelow(nameOf(parent), key);
}

/** Secrets by the texts and places that they stand in, and the marks that were found there. Looking one up is O(text). */
class Places {
  /** The row of the mark; null for one next to the events. */
  readonly marked = new Map<Standing, number | null>();
  private readonly byText = new Map<string, Standing[]>();
  private readonly byPlace = new Map<string, Standing[]>();
  private readonly runs = new Set<number>();
  private readonly log: LoadedLog;

  constructor(log: LoadedLog, standing: readonly Standing[]) {
    this.log = log;
    for (const one of standing) {
      const run = log.index.columns.run[one.row] as number;
      this.runs.add(run);
      if (one.before.length + one.after.length >= KNOWN_BY)
        addTo(this.byText, textKey(run, one.before, one.after), one);
      addTo(this.byPlace, this.placeKey(one.row, one.place), one);
    }
  }

  /** Takes a text of an event, or one next to the events. */
  take(row: number | null, one: PlacedValue): void {
    const text = one.value;
    if (typeof text !== 'string' || text.length > MAX_TEXT) return;
    const marks = [...text.matchAll(MARK)].slice(0, MAX_MARKS);
    const place = row === null ? '' : this.placeKey(row, placeOf(pointerOfValue(one)));
    const samePlace = this.byPlace.get(place) ?? [];
    const name = samePlace.length === 0 ? null : nameOf(one);
    // A word for "left out" at the place of a secret is a mark as well.
    const isWhole = name !== null && isSecretKey(name) && isRedacted(text);
    if (isWhole) for (const one of samePlace) this.mark(one, row);
    for (const mark of marks) {
      const before = text.slice(0, mark.index);
      const after = text.slice(mark.index + mark[0].length);
      for (const one of samePlace) if (one.before === before && one.after === after) this.mark(one, row);
      const runs = row === null ? this.runs : [this.log.index.columns.run[row] as number];
      for (const run of runs)
        for (const one of this.byText.get(textKey(run, before, after)) ?? []) this.mark(one, row);
    }
  }

  private mark(one: Standing, row: number | null): void {
    if (row !== one.row && !this.marked.has(one)) this.marked.set(one, row);
  }

  private placeKey(row: number, place: string): string {
    const { run, type } = this.log.index.columns;
    return `${run[row]} ${type[row]} ${place}`;
  }
}

const textKey = (run: number, before: string, after: string): string =>
  `${run}\n${before.length}\n${before}${after}`;

const placeOf = (pointer: string): string => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');

async function tellMarked(
  log: LoadedLog,
  marked: ReadonlyMap<Standing, number | null>,
  run: CheckRun,
  found: TellFound,
): Promise<boolean> {
  const reported = new Set<number>();
  const where = (mark: number | null): string =>
    mark === null ? 'outside the events' : log.index.placeOf(mark);
  for (const [{ row, pointer }, mark] of marked) {
    reported.add(row);
    found(
      'marked_secret_not_removed',
      `A mark ${where(mark)} says that the secret of this place was removed; a mark would have been right here as well`,
      row,
      pointer,
    );
  }
  if (marked.size === 0) return true;
  const values = [...marked.keys()].filter(({ value }) => value.length >= 8).slice(0, MAX_ELSEWHERE);
  const take = (row: number, bytes: Uint8Array): void => {
    if (reported.has(row)) return;
    const text = decoder.decode(bytes);
    const secret = values.find(({ value }) => text.includes(value));
    if (secret === undefined) return;
    reported.add(row);
    const mark = where(marked.get(secret) ?? null);
    found(
      'marked_secret_not_removed',
      `A mark ${mark} says that a secret was removed, which is here; a mark would have been right`,
      row,
    );
  };
  return eachEventBytes(log, allRows(log), take, run.isCancelled);
}
