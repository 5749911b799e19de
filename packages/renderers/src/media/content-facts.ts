/** Facts about one content, declared and found, and the same as rows to show. */
import { countOf, formatBytes, formatCount, formatDuration } from '@openwop-inspector/base';
import type { MediaRendering, RenderWarning } from '../model/choose/choose-rendering.ts';
import type { MediaFamily } from '../model/choose/envelope-view.ts';
import { type ImageSize, isExecutingType } from '../model/choose/media-type.ts';

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
  const { loadedFrom } = facts;
  return [
    typeFact(facts),
    bytesFact(facts),
    sizeFact(facts),
    durationFact(facts),
    loadedFrom === undefined ? null : factOf('Loaded from', loadedFrom),
  ].filter((fact) => fact !== null);
}

function factOf(name: string, value: string, ...remarks: readonly (string | false)[]): Fact {
  const said = remarks.filter((remark) => remark !== false);
  return { name, value, remark: said.length === 0 ? null : said.join('; ') };
}

/** The rows as lines of text, for copying. */
export function factsText(rows: readonly Fact[]): string {
  return rows
    .map(({ name, value, remark }) => `${name}: ${value}${remark === null ? '' : ` (${remark})`}`)
    .join('\n');
}

function typeFact({ mimeType, answeredType = null, sniffedType, actualBytes }: ContentFacts): Fact {
  const value = sniffedType ?? mimeType ?? answeredType ?? 'not declared';
  const isMedia = mimeType !== null && /^(image|audio)\//.test(mimeType) && !isExecutingType(mimeType);
  return factOf(
    'Type',
    mimeType !== null && actualBytes === null ? `${value}, declared` : value,
    sniffedType !== null &&
      mimeType !== null &&
      mimeType !== sniffedType &&
      `declared as ${mimeType}, the first bytes decide`,
    isMedia &&
      sniffedType === null &&
      actualBytes !== null &&
      'the first bytes are those of no image or sound that is known',
    answeredType !== null && answeredType !== value && `the host answered ${answeredType}`,
  );
}

function bytesFact({ declaredBytes, actualBytes, isCutOff = false }: ContentFacts): Fact | null {
  if (actualBytes === null)
    return declaredBytes === null ? null : factOf('Size', `${sizeText(declaredBytes)}, declared`);
  const isOther = declaredBytes !== null && declaredBytes !== actualBytes;
  return factOf(
    'Size',
    sizeText(actualBytes),
    isOther && `declared as ${countOf(declaredBytes, 'byte')}`,
    isCutOff && 'damaged or cut off: its parts do not reach its end',
  );
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
  const remark = isOther && !isTurned && `the header says ${dimensionsText(size)}`;
  return factOf('Dimensions', dimensionsText(displayed), remark);
}

function durationFact({ durationSeconds, measuredSeconds = null }: ContentFacts): Fact | null {
  const text = (seconds: number) => formatDuration(seconds * 1000);
  if (measuredSeconds === null || !Number.isFinite(measuredSeconds))
    return durationSeconds === null ? null : factOf('Duration', `${text(durationSeconds)}, declared`);
  const difference = durationDifference(durationSeconds, measuredSeconds);
  const isOther = difference !== null && durationSeconds !== null;
  const way = `${text(Math.abs(difference ?? 0))} ${(difference ?? 0) > 0 ? 'longer' : 'shorter'}`;
  const remark = isOther && `declared as ${text(durationSeconds)}, it is ${way}`;
  return factOf('Duration', text(measuredSeconds), remark);
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
  return [mimeType, answeredType].some(
    (type) =>
      type !== null &&
      ((isExecutingType(type) && type !== 'application/pdf') ||
        /^text\/|^application\/(json|x-ndjson|yaml|toml|sql|x-sh)$|\+(json|yaml)$/.test(type)),
  );
}

/** `1.3 KB (1,292 bytes)`, or the bytes alone below 1,000. */
export function sizeText(bytes: number): string {
  return bytes < 1000 ? formatBytes(bytes) : `${formatBytes(bytes)} (${countOf(bytes, 'byte')})`;
}

/** `96 × 48 px`. */
function dimensionsText({ width, height }: ImageSize): string {
  return `${formatCount(width)} × ${formatCount(height)} px`;
}

/** What the media renderers read of an envelope. Types, sizes and limits were decided before, by the model. */
export interface MediaView {
  /** As decided by the model; content of an address is judged again once it is here, and may become a file. */
  readonly family: MediaFamily;
  readonly media: MediaRendering;
  readonly title: string | null;
  /** From the payload, else from the hint; null for none (envelope 2.2). */
  readonly alt: string | null;
  /** `name` of the payload as written; null when there is none. */
  readonly givenName: string | null;
  /** `url` of the payload in the subject, tokens masked; null when there is none. */
  readonly address: string | null;
  readonly warnings: readonly RenderWarning[];
}

/** RFC 6901 pointers from the envelope. */
export const BASE64_POINTER = '/payload/base64';
export const URL_POINTER = '/payload/url';

/** Foreign text for a line: cut, with an ellipsis, never inside a pair of surrogates. */
export function shortText(text: string, units: number): string {
  return text.length <= units ? text : `${text.slice(0, units).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
