import { fencedBlocks, utf8Length } from '@openwop-inspector/base';
import { EntryScanner } from '../scan/entry-scanner.ts';
import { findEventLine } from './detect.ts';
import { classOfEntry } from './entry-class.ts';
import { explainText } from './explain.ts';
import { badUtf8Text, emptyResult, type ReadContext, type ReadResult } from './read-context.ts';

/** Longest text that is searched for envelopes (envelope.md section 10). */
const MAX_TEXT = 1024 * 1024;

/**
 * Reads model text: envelopes inside fenced JSON blocks. Text without any is `unknown`, with a reason; `lines` when a
 * line of it is an event, so that the source is to be read line by line from its start.
 */
export async function readText(context: ReadContext, at: number): Promise<ReadResult | 'lines'> {
  const { window, entry } = context;
  const { json } = entry;
  let start = at;
  while (json.end - start <= MAX_TEXT && (await window.more(start))) start = window.start;
  start = window.start;
  const isWhole = window.atEnd;
  const text = json.textOf(start, json.end);
  if (isWhole && findFenced(context, text, window.base + start) > 0) return emptyResult('text-envelopes');
  const bad = json.findBadUtf8(start);
  const badOffset = window.base + bad;
  if (await holdsEventLine(context, start)) return 'lines';
  if (bad >= 0)
    context.index.problemAt('invalid_utf8', badUtf8Text(badOffset), { offset: badOffset, line: 0 });
  const why = explainText(text.slice(0, 4096));
  const explanation = isWhole
    ? why
    : `${why}; only lines that are JSON were searched for after the first MiB`;
  return { ...emptyResult('unknown'), explanation };
}

/** Whether any line from `at` on is an event, an envelope or a message. Reads on until there is one. */
async function holdsEventLine(context: ReadContext, at: number): Promise<boolean> {
  const { window, entry } = context;
  let start = at;
  for (;;) {
    if (findEventLine(entry, start)) return true;
    if (context.pause()) return false;
    // The last line may go on behind the window; one of more than a MiB is no line of a log.
    const line = entry.json.bytes.lastIndexOf(0x0a, entry.json.end - 1);
    const keep = line >= start && entry.json.end - line <= MAX_TEXT ? line : entry.json.end;
    if (!(await window.more(keep))) return false;
    start = window.start;
  }
}

/** Adds every envelope of the fenced blocks; answers their number. */
function findFenced(context: ReadContext, text: string, base: number): number {
  const scanner = new EntryScanner();
  let found = 0;
  for (const { json, start } of fencedBlocks(text)) {
    scanner.json.load(json);
    found += addBlock(context, scanner, base + utf8Length(text, 0, start));
  }
  return found;
}

function addBlock(context: ReadContext, scanner: EntryScanner, base: number): number {
  const { json } = scanner;
  let i = json.skipSpace(0);
  const list = json.bytes[i] === 0x5b;
  if (list) i = json.skipSpace(i + 1);
  let found = 0;
  while (json.bytes[i] === 0x7b && i < json.end) {
    const next = scanner.scan(i);
    if (next < 0) break;
    if (classOfEntry(scanner) === 'envelope') {
      const { sourceNumber: source, index } = context;
      index.addEnvelope(scanner, { source, offset: base + i, length: next - i, line: 0 });
      found++;
    }
    i = json.skipSpace(next);
    if (!list || json.bytes[i] !== 0x2c) break;
    i = json.skipSpace(i + 1);
  }
  return found;
}
