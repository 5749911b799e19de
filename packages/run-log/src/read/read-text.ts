import { EntryScanner } from '../scan/entry-scanner.ts';
import { classOfEntry } from './entry-class.ts';
import { explainText } from './explain.ts';
import { emptyResult, type ReadContext, type ReadResult } from './read-context.ts';

/** Longest text that is searched for envelopes (envelope.md section 10). */
const MAX_TEXT = 1024 * 1024;
const FENCE = /^ {0,3}```[ \t]*(?:json|jsonc)?[ \t]*\r?\n([\s\S]*?)(?:^ {0,3}```|(?![\s\S]))/gm;

/** Reads model text: envelopes inside fenced JSON blocks. Text without any is `unknown`, with a reason. */
export async function readText(context: ReadContext, at: number): Promise<ReadResult> {
  const { window, entry } = context;
  const { json } = entry;
  let start = at;
  while (json.end - start <= MAX_TEXT && (await window.more(start))) start = window.start;
  start = window.start;
  const bytes = json.bytes.subarray(start, json.end);
  const text = new TextDecoder().decode(bytes);
  if (!window.atEnd) {
    return {
      ...emptyResult('unknown'),
      explanation: `${explainText(text.slice(0, 4096))}; only the first MiB was looked at`,
    };
  }
  const found = findFenced(context, text, window.base + start);
  if (found > 0) return emptyResult('text-envelopes');
  return { ...emptyResult('unknown'), explanation: explainText(text.slice(0, 4096)) };
}

/** Adds every envelope of the fenced blocks; answers their number. */
function findFenced(context: ReadContext, text: string, base: number): number {
  const encoder = new TextEncoder();
  const scanner = new EntryScanner();
  let found = 0;
  for (const match of text.matchAll(FENCE)) {
    const body = match[1] ?? '';
    const offset = encoder.encode(text.slice(0, match.index + match[0].indexOf(body))).length;
    const bytes = encoder.encode(body);
    const padded = new Uint8Array(bytes.length + 16);
    padded.set(bytes);
    scanner.json.window(padded, bytes.length);
    found += addBlock(context, scanner, base + offset);
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
      context.index.addEnvelope(scanner, {
        source: context.sourceNumber,
        offset: base + i,
        length: next - i,
        line: 0,
      });
      found++;
    }
    i = json.skipSpace(next);
    if (!list || json.bytes[i] !== 0x2c) break;
    i = json.skipSpace(i + 1);
  }
  return found;
}
