import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { chainOf, eventLine, sample } from './scratch-folder.ts';

/** A file that no host should write, the status of `inspect`, and words that must be said about it. */
export interface BadInput {
  readonly what: string;
  readonly content: string | Uint8Array;
  readonly status: number;
  readonly says: string;
}

const bundle = readFileSync(sample('acme-prd-draft.bundle.json'));
const lines = readFileSync(sample('repaired-ticket.ndjson'));
const packed = gzipSync(chainOf(200));
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** Seeded, so that a failure comes back. */
function noise(length: number): Uint8Array {
  let state = 7;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

export const badInputs: readonly BadInput[] = [
  { what: 'an empty file', content: '', status: 2, says: 'The file is empty' },
  { what: 'white space', content: ' \n\t\n', status: 2, says: 'white space' },
  { what: 'plain text', content: 'hello', status: 2, says: 'Text without a JSON event' },
  { what: 'a web page', content: '<!doctype html><html></html>', status: 2, says: 'web page' },
  { what: 'bytes that are no text', content: noise(4096), status: 2, says: '' },
  { what: 'NUL bytes alone', content: new Uint8Array(100), status: 2, says: 'NUL' },
  {
    what: 'NUL bytes between events',
    content: `${eventLine(0)}\n${eventLine(1)}\n\0\0\0\n${eventLine(2)}\n`,
    status: 1,
    says: 'line',
  },
  { what: 'UTF-16', content: Buffer.from(`\ufeff${eventLine(0)}`, 'utf16le'), status: 2, says: 'UTF-16' },
  { what: 'a JSON number', content: '42', status: 2, says: '' },
  { what: 'an empty object', content: '{}', status: 2, says: 'empty object' },
  {
    what: 'an answer of a host',
    content: '{"runId":"r1","status":"running"}',
    status: 2,
    says: 'answer to a call',
  },
  { what: 'a bundle cut in its head', content: bundle.subarray(0, 60), status: 2, says: '' },
  { what: 'a bundle cut in an event', content: bundle.subarray(0, 50_000), status: 1, says: 'byte 50,000' },
  {
    what: 'a bundle cut before its last byte',
    content: bundle.subarray(0, bundle.length - 2),
    status: 1,
    says: 'ends early',
  },
  { what: 'lines cut in the middle', content: lines.subarray(0, 5_000), status: 1, says: 'ends early' },
  {
    what: 'a line that is no JSON',
    content: `${eventLine(0)}\n${eventLine(1)}\nnot json\n${eventLine(2)}\n`,
    status: 1,
    says: 'line 3',
  },
  {
    what: 'gzip cut in the middle',
    content: packed.subarray(0, packed.length >> 1),
    status: 1,
    says: 'gzip',
  },
  { what: 'gzip of nothing', content: gzipSync(''), status: 2, says: 'empty' },
  {
    what: 'nesting of 10,000 levels',
    content: eventLine(0, { payload: 0 }).replace(':0', `:${deep(10_000)}`),
    status: 1,
    says: 'Nested too deeply',
  },
  { what: 'an unclosed nest of 100,000 levels', content: '['.repeat(100_000), status: 2, says: '' },
  { what: 'a line of a million values', content: `[${'0,'.repeat(1_000_000)}0]`, status: 2, says: '' },
];
