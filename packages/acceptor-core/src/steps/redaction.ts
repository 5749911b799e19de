import { pointerTo } from '@openwop-inspector/base';
import type { StepChange } from '../accept-result.ts';
import { redactEnvelope } from '../pipeline/work.ts';
import { step } from './step.ts';

/** S10: secrets of the run are masked in the whole envelope, keys and `meta` included (acceptor 6). Cannot fail. */
export const redactionStep = step('redaction', {
  clause: 'acceptor 6',
  inputs: ['', 'secrets'],
  check: (work) => {
    redactEnvelope(work);
    return null;
  },
  explain: (work) => {
    if (!work.settings.redactor.isActive) return { isSkipped: true, note: 'the run has no secrets' };
    const { redactionCount } = work;
    const note = redactionCount === 1 ? '1 substitution' : `${redactionCount} substitutions`;
    // The strings and keys that differ between a value and its masked copy, at most fifty.
    const places: StepChange[] = [];
    compare(work.envelope, work.redacted, '', places);
    return { note, changes: places };
  },
});

/** Places of which a trace speaks. */
const MAX_PLACES = 50;

function compare(original: unknown, masked: unknown, pointer: string, places: StepChange[]): void {
  if (Object.is(original, masked) || places.length >= MAX_PLACES) return;
  if (typeof masked !== 'object' || masked === null || typeof original !== 'object' || original === null) {
    places.push({ op: 'replace', path: pointer, after: masked });
    return;
  }
  const before = Object.entries(original);
  Object.entries(masked).forEach(([key, value], index) => {
    const place = pointerTo(pointer, key);
    const [oldKey, oldValue] = before[index] ?? [key, undefined];
    if (oldKey === key) compare(oldValue, value, place, places);
    else if (places.length < MAX_PLACES) places.push({ op: 'replace', path: place, after: value });
  });
}
