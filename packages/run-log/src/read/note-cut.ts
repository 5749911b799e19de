import { formatCount } from '@openwop-inspector/base';
import { MAX_DEPTH } from '../index/log-index.ts';
import type { ReadContext } from './read-context.ts';
import { bracketDepth } from './read-lines.ts';

/**
 * Notes that the source ends inside a document: `too_deep` for one that nests without end, else `ends_early`. `start` is
 * where the unfinished value starts, `inside` what it is in words. Answers why nothing could be read; null when events
 * before the cut were.
 */
export function noteCut(context: ReadContext, start: number, inside: string): string | null {
  const { index, window, entry, sourceNumber } = context;
  const { json } = entry;
  const offset = window.base + json.end;
  const place = { source: sourceNumber, offset, length: 0, line: 0 };
  const deep = bracketDepth(json.bytes, start, json.end) > MAX_DEPTH;
  const before = index.events === 0 ? '' : `; ${formatCount(index.events)} events before it were read`;
  const text = deep ? `The text nests deeper than ${MAX_DEPTH} levels` : 'The file ends before a first event';
  if (deep) index.problemAt('too_deep', `${text} and does not end${before}`, place);
  else index.problemAt('ends_early', `The file ends at byte ${offset}, inside ${inside}${before}`, place);
  return index.events > 0 ? null : text;
}
