import { masker } from '@openwop-inspector/base';
import type { Line } from './line.ts';

/**
 * A line without secrets (security S-14): the last door before a terminal, whatever a verb has done before. A secret that
 * runs over several spans takes their styles with it. O(length), one look for most lines.
 */
export function maskedLine(spans: Line): Line {
  if (masker.counted(textOf(spans)).masked === 0) return spans;
  const each = spans.map((span) => ({ ...span, text: masker.text(span.text) }));
  const whole = masker.counted(textOf(each));
  return whole.masked === 0 ? each : [{ text: whole.value, style: 'plain' }];
}

function textOf(spans: Line): string {
  let text = '';
  for (const span of spans) text += span.text;
  return text;
}
