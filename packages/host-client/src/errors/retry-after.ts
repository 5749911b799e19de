/** How long a host asks to wait, in ms; null when it does not. */
import { countAt, type JsonObject } from '@openwop-inspector/base';

/** Nobody is made to wait longer than this. */
const MAX_MS = 24 * 3600 * 1000;

/**
 * From the header `Retry-After`, in seconds or as a date, or from `details.retryAfterMs` (section 5.1). A date is
 * compared with the host's own clock when the answer tells it, so that a wrong clock here or there does not matter.
 */
export function retryAfterMs(headers: Headers, details: JsonObject, nowMs: number): number | null {
  const fromHeader = ofHeader(headers.get('retry-after'), hostNow(headers, nowMs));
  const ms = fromHeader ?? countAt(details, 'retryAfterMs');
  return ms === null ? null : Math.min(ms, MAX_MS);
}

function hostNow(headers: Headers, nowMs: number): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? nowMs : date;
}

function ofHeader(text: string | null, nowMs: number): number | null {
  if (text === null || text.trim() === '') return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds < 0 ? null : Math.ceil(seconds * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
