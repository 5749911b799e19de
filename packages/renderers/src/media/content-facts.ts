/** Facts about one content, declared and found, and the same as rows to show. */
import { countOf, formatBytes, formatCount, formatDuration } from '@openwop-inspector/base';
import type { ImageSize } from '../model/choose/image-size.ts';
import { isExecutingType, isReadableSource } from '../model/choose/media-type.ts';
import type { MediaRendering } from '../model/choose/rendering.ts';

/** What the model found, and what was found out since. */
export interface ContentFacts
  extends Pick<
    MediaRendering,
    'mimeType' | 'sniffedType' | 'declaredBytes' | 'actualBytes' | 'size' | 'durationSeconds'
  > {
  /** By the answer that brought the content; null when it said nothing. */
  readonly answeredType?: string | null;
  /** In pixels, by the decoder once it is done. */
  readonly drawnSize?: ImageSize | null;
  /** Null until it is measured; not finite when the sound does not state its length. */
  readonly measuredSeconds?: number | null;
  /** The content does not end where its parts say: cut off, or damaged on the way. */
  readonly isCutOff?: boolean;
  /** Host that it was loaded from. */
  readonly loadedFrom?: string;
}

/** One line of facts. `remark` is what does not fit: it is displayed as a warning. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly remark: string | null;
}

/** Rows of what is known; what is not known has no row. */
export function factRows(facts: ContentFacts): readonly Fact[] {
  return [typeFact(facts), bytesFact(facts), sizeFact(facts), durationFact(facts), originFact(facts)].filter(
    (fact) => fact !== null,
  );
}

/** The rows as lines of text, for copying. */
export function factsText(rows: readonly Fact[]): string {
  return rows
    .map(({ name, value, remark }) => `${name}: ${value}${remark === null ? '' : ` (${remark})`}`)
    .join('\n');
}

function typeFact({ mimeType, answeredType = null, sniffedType, actualBytes }: ContentFacts): Fact {
  const name = 'Type';
  const value = sniffedType ?? mimeType ?? answeredType ?? 'not declared';
  const remarks: string[] = [];
  if (sniffedType !== null && mimeType !== null && mimeType !== sniffedType) {
    remarks.push(`declared as ${mimeType}, the first bytes decide`);
  }
  const isMedia = mimeType !== null && /^(image|audio)\//.test(mimeType);
  if (isMedia && !isExecutingType(mimeType) && sniffedType === null && actualBytes !== null) {
    remarks.push('the first bytes are those of no image or sound that is known');
  }
  if (answeredType !== null && answeredType !== value) remarks.push(`the host answered ${answeredType}`);
  const isClaim = mimeType !== null && actualBytes === null;
  return {
    name,
    value: isClaim ? `${value}, declared` : value,
    remark: remarks.length === 0 ? null : remarks.join('; '),
  };
}

function bytesFact({ declaredBytes, actualBytes, isCutOff = false }: ContentFacts): Fact | null {
  const name = 'Size';
  if (actualBytes === null) {
    return declaredBytes === null
      ? null
      : { name, value: `${sizeText(declaredBytes)}, declared`, remark: null };
  }
  const remarks: string[] = [];
  if (declaredBytes !== null && declaredBytes !== actualBytes) {
    remarks.push(`declared as ${countOf(declaredBytes, 'byte')}`);
  }
  if (isCutOff) remarks.push('damaged or cut off: its parts do not reach its end');
  return { name, value: sizeText(actualBytes), remark: remarks.length === 0 ? null : remarks.join('; ') };
}

function sizeFact({ size, drawnSize = null }: ContentFacts): Fact | null {
  const displayed = drawnSize ?? size;
  if (displayed === null) return null;
  const isOther =
    size !== null &&
    drawnSize !== null &&
    (size.width !== drawnSize.width || size.height !== drawnSize.height);
  // An image may be turned by a quarter; that is not a contradiction.
  const isTurned = isOther && size.width === drawnSize.height && size.height === drawnSize.width;
  const remark = isOther && !isTurned ? `the header says ${dimensionsText(size)}` : null;
  return { name: 'Dimensions', value: dimensionsText(displayed), remark };
}

function durationFact({ durationSeconds, measuredSeconds = null }: ContentFacts): Fact | null {
  const name = 'Duration';
  if (measuredSeconds === null || !Number.isFinite(measuredSeconds)) {
    if (durationSeconds === null) return null;
    return { name, value: `${formatDuration(durationSeconds * 1000)}, declared`, remark: null };
  }
  const value = formatDuration(measuredSeconds * 1000);
  const difference = durationDifference(durationSeconds, measuredSeconds);
  if (difference === null || durationSeconds === null) return { name, value, remark: null };
  const way = difference > 0 ? 'longer' : 'shorter';
  const size = formatDuration(Math.abs(difference) * 1000);
  return {
    name,
    value,
    remark: `declared as ${formatDuration(durationSeconds * 1000)}, it is ${size} ${way}`,
  };
}

function originFact({ loadedFrom }: ContentFacts): Fact | null {
  return loadedFrom === undefined ? null : { name: 'Loaded from', value: loadedFrom, remark: null };
}

/** A difference above either is named: seconds, and a share of the longer one. */
const MAX_SECONDS = 0.5;
const MAX_SHARE = 0.02;
/** Encoders pad a sound by up to a tenth of a second; that is not a mistake. */
const PADDING_SECONDS = 0.1;

/** The difference in seconds, positive when it lasts longer than declared; null when it is not worth a word. */
export function durationDifference(declared: number | null, measured: number | null): number | null {
  if (declared === null || measured === null || !Number.isFinite(measured)) return null;
  const difference = measured - declared;
  const size = Math.abs(difference);
  if (size <= PADDING_SECONDS) return null;
  return size > MAX_SECONDS || size > MAX_SHARE * Math.max(declared, measured) ? difference : null;
}

/** True for text, JSON, and the executing types that are text; false for PDF, media, and undeclared types. */
export function isTextSource({ mimeType, answeredType = null, sniffedType }: ContentFacts): boolean {
  if (sniffedType !== null) return false;
  return [mimeType, answeredType].some((type) => type !== null && isTextType(type));
}

function isTextType(type: string): boolean {
  if (isReadableSource(type) || type.startsWith('text/')) return true;
  return /^application\/(json|x-ndjson|yaml|toml|sql|x-sh)$|\+(json|yaml)$/.test(type);
}

/** `1.3 KB (1,292 bytes)`, or the bytes alone below 1,000. */
export function sizeText(bytes: number): string {
  return bytes < 1000 ? formatBytes(bytes) : `${formatBytes(bytes)} (${countOf(bytes, 'byte')})`;
}

/** `96 × 48 px`. */
function dimensionsText({ width, height }: ImageSize): string {
  return `${formatCount(width)} × ${formatCount(height)} px`;
}
