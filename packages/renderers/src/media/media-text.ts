import { countOf, formatBytes, formatCount } from '@openwop-inspector/base';

/** `1.3 KB (1,292 bytes)`, or the bytes alone below 1,000. */
export function sizeText(bytes: number): string {
  return bytes < 1000 ? formatBytes(bytes) : `${formatBytes(bytes)} (${countOf(bytes, 'byte')})`;
}

/** `96 × 48 px`. */
export function dimensionsText({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): string {
  return `${formatCount(width)} × ${formatCount(height)} px`;
}

/** Foreign text for a line: cut, with an ellipsis, never inside a pair of surrogates. */
export function shortText(text: string, units: number): string {
  return text.length <= units ? text : `${text.slice(0, units).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
