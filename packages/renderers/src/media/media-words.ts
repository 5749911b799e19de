/** Sizes, times and limits in words. */

const counts = new Intl.NumberFormat('en-US');

/** `1,292 bytes`. */
export function bytesText(bytes: number): string {
  return `${counts.format(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
}

const rounded = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'] as const;

/** `1.3 KiB (1,292 bytes)`, or the bytes alone below 1,024. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return bytesText(bytes);
  let value = bytes / 1024;
  let unit = 0;
  for (; value >= 1024 && unit < UNITS.length - 1; unit++) value /= 1024;
  return `${rounded.format(value < 10 ? value : Math.round(value))} ${UNITS[unit]} (${bytesText(bytes)})`;
}

/** `96 × 48 px`. */
export function dimensionsText({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): string {
  return `${counts.format(width)} × ${counts.format(height)} px`;
}

/** `23 s`, `0.52 s`, `1 min 5 s`, `2 h 3 min 0 s`. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Number(seconds.toFixed(2))} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = `${minutes % 60} min ${whole % 60} s`;
  return minutes < 60 ? rest : `${counts.format(Math.floor(minutes / 60))} h ${rest}`;
}

/** Foreign text for a line: cut, with an ellipsis, never inside a pair of surrogates. */
export function shortText(text: string, units: number): string {
  return text.length <= units ? text : `${text.slice(0, units).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
