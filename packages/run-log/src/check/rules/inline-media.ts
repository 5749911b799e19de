/** Media that stands inline in a log, held against the most that its host declares (envelope 6). */
import { formatCount, isRecord, pointerTo } from '@openwop-inspector/base';
import { readEventDocument } from '../../index/event-document.ts';
import { inlineMediaCap } from '../../view/envelope-evidence/host-declarations.ts';
import { allRows, eachEventBytes } from '../../view/event-bytes.ts';
import { planForNames } from '../../view/filter/search-plan.ts';
import type { LoadedLog } from '../../view/loaded-log.ts';
import type { CheckRun } from '../check-control.ts';
import type { TellFound } from './rule-tell.ts';

const PLAN = planForNames(['base64']);
const MEDIA = /^media\.(?:image|audio|file)$/;
/** Values of one event that are looked at. */
const MAX_VALUES = 20_000;
/** Bytes of an event that is parsed. */
const MAX_PARSED = 64 * 1024 * 1024;

/**
 * Tells of media larger than the host declares. Of a log whose documents hold no declaration nothing is known and nothing
 * is read. O(bytes). False when it was stopped.
 */
export async function checkInlineMedia(log: LoadedLog, run: CheckRun, found: TellFound): Promise<boolean> {
  const caps = (log.results ?? [log]).flatMap(({ header }) => inlineMediaCap(header) ?? []);
  // Where several hosts are heard, what the most generous of them takes breaks no rule.
  const cap = caps.reduce<(typeof caps)[number] | null>(
    (a, b) => (a === null || b.bytes > a.bytes ? b : a),
    null,
  );
  if (cap === null) return true;
  const declared = cap.isNamed ? 'the host declares' : 'without a number of its own the host has';
  const take = (row: number, document: unknown): void => {
    for (const { bytes, pointer } of inlineMedia(document))
      if (bytes > cap.bytes)
        found(
          'inline_media_above_cap',
          `${formatCount(bytes)} bytes stand inline; ${declared} maxInlineMediaBytes ${formatCount(cap.bytes)} (${cap.pointer === '' ? 'at the root of the document' : `at ${cap.pointer}`}): a url would have been right`,
          row,
          pointer,
        );
  };
  return eachEventBytes(
    log,
    allRows(log),
    (row, bytes) => {
      if (bytes.length <= MAX_PARSED) take(row, readEventDocument(bytes)?.recorded);
    },
    run.isCancelled,
    PLAN,
  );
}

interface Media {
  /** What is held against the cap: what is said, or what it comes to, whichever is more. */
  readonly bytes: number;
  readonly pointer: string;
}

interface Step {
  readonly value: unknown;
  readonly pointer: string;
  readonly isMedia: boolean;
}

/** Media in a document: the payload of an envelope of such a kind, and what was spoken. Iterative. */
function inlineMedia(document: unknown): readonly Media[] {
  const media: Media[] = [];
  const open: Step[] = [{ value: document, pointer: '', isMedia: false }];
  for (let at = 0; at < open.length && at < MAX_VALUES; at++) {
    const { value, pointer, isMedia } = open[at] as Step;
    if (typeof value !== 'object' || value === null) continue;
    const record = isRecord(value) ? value : null;
    if (record !== null && isMedia && typeof record.base64 === 'string' && record.base64 !== '')
      media.push({ bytes: sizeOf(record, record.base64), pointer: pointerTo(pointer, 'base64') });
    const ofMedia = record !== null && isOfMedia(record);
    for (const [key, member] of Object.entries(value)) {
      if (typeof member !== 'object' || member === null || open.length >= MAX_VALUES) continue;
      open.push({
        value: member,
        pointer: pointerTo(pointer, key),
        isMedia: ofMedia && (key === 'payload' || key === 'data'),
      });
    }
  }
  return media;
}

/** An envelope, the fields of a line about one, or an event that speaks. */
function isOfMedia({ type, envelopeType }: Record<string, unknown>): boolean {
  const kind = typeof type === 'string' ? type : envelopeType;
  return typeof kind === 'string' && (MEDIA.test(kind) || kind === 'voice.synthesis_chunk');
}

function sizeOf({ bytes }: Record<string, unknown>, base64: string): number {
  const decoded = Math.floor((base64.replace(/[=\s]+/g, '').length * 3) / 4);
  return typeof bytes === 'number' && Number.isFinite(bytes) ? Math.max(bytes, decoded) : decoded;
}
