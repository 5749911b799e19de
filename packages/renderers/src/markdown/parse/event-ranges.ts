/**
 * The parser events of a document, some of which are text that is still to be parsed. They are parsed in ranges, each
 * of which ends where no text continues, so that none of them blocks the window.
 */
import { postprocess } from 'micromark';
import { subtokenize } from 'micromark-util-subtokenize';
import type { Event } from 'micromark-util-types';
import { costFrom, isDense, writeOut } from './written.ts';

/** Events of a range, at least. */
const RANGE = 400;
/** Guessed cost of the text in a range, at least; in microseconds. */
const RANGE_COST = 2_000;

/** The events of the document with those of its blocks, range by range. */
export function* flowRanges(events: readonly Event[]): Generator<readonly Event[]> {
  let from = 0;
  let goesOn = false;
  let endsHere = false;
  for (const [at, [phase, token]] of events.entries()) {
    if (phase === 'enter' && endsHere && !goesOn && at - from >= RANGE) {
      yield withFlow(events.slice(from, at));
      from = at;
    }
    if (token.contentType === 'flow') goesOn = token.next !== undefined;
    // A list item or a quote that just ended moves its end before the blank lines after it: they stay together.
    endsHere = phase === 'exit' && (token.contentType === 'flow' || token._container === true);
  }
  yield withFlow(events.slice(from));
}

function withFlow(range: Event[]): readonly Event[] {
  const [first, second] = range;
  const isOne =
    first !== undefined &&
    range.every(([phase, token], at) => {
      const isFirst = at === 0;
      return token.contentType === 'flow' && (phase === 'exit' || isFirst || token.previous !== undefined);
    });
  // Blocks outside of containers need not be put between anything.
  if (isOne && second !== undefined) return first[1]._tokenizer?.events ?? range;
  subtokenize(range);
  return range;
}

const BETWEEN_BLOCKS: ReadonlySet<string> = new Set(['lineEnding', 'lineEndingBlank', 'linePrefix']);

/** The events of each block of the document itself. */
export function* topBlocks(ranges: Iterable<readonly Event[]>): Generator<readonly Event[] | null> {
  let block: Event[] = [];
  let depth = 0;
  for (const range of ranges) {
    for (const event of range) {
      depth += event[0] === 'enter' ? 1 : -1;
      block.push(event);
      if (depth > 0) continue;
      if (!BETWEEN_BLOCKS.has(event[1].type)) yield block;
      block = [];
    }
    yield null;
  }
}

/** Reads the text of a block; `source` is the document. Yields between ranges. */
export function* readText(block: readonly Event[], source: string): Generator<undefined, Event[]> {
  const waiting = [...block];
  const done: Event[] = [];
  let from = 0;
  let cost = 0;
  let goesOn = false;
  for (let at = 0; at < waiting.length; at++) {
    const [phase, token] = waiting[at] ?? [];
    if (phase === 'enter' && token?.contentType !== undefined && !goesOn) {
      const more = costFrom(token, source);
      if (isDense(more)) {
        at = writeOut(waiting, at) - 1;
        continue;
      }
      cost += more;
    }
    if (token?.contentType !== undefined) goesOn = token.next !== undefined;
    if (phase === 'enter' || goesOn || (cost < RANGE_COST && at - from < RANGE)) continue;
    append(done, postprocess(waiting.slice(from, at + 1)));
    from = at + 1;
    cost = 0;
    yield;
  }
  append(done, postprocess(waiting.slice(from)));
  return done;
}

function append(to: Event[], more: readonly Event[]): void {
  for (const event of more) to.push(event);
}
