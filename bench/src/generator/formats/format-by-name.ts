import { appBundleFormat, debugBundleFormat, pollFormat } from './bundle-formats.ts';
import { eventListFormat, ndjsonFormat, sseFormat } from './line-formats.ts';
import type { LogFormat } from './log-format.ts';

/** The shapes the generator writes, by the names the command line takes. */
export const FORMAT_NAMES = ['ndjson', 'bundle', 'app-bundle', 'poll', 'sse', 'event-log'] as const;

export type FormatName = (typeof FORMAT_NAMES)[number];

/** How each is written. */
export const FORMATS: Readonly<Record<FormatName, LogFormat>> = {
  ndjson: ndjsonFormat,
  bundle: debugBundleFormat,
  'app-bundle': appBundleFormat,
  poll: pollFormat,
  sse: sseFormat,
  'event-log': eventListFormat,
};

/** True when the text names a shape. */
export function isFormatName(text: string): text is FormatName {
  return (FORMAT_NAMES as readonly string[]).includes(text);
}
