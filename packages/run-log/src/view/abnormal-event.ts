/** Which events are themselves abnormal, and by which rule. */

import { describeEvent } from '@openwop-inspector/events';
import { foldedType } from '@openwop-inspector/protocol';
import type { CauseRule } from '../answers.ts';

/** What a type alone tells: a rule, nothing abnormal, or that the payload has to be looked at. */
export function ruleOfType(type: string): CauseRule | 'look' | null {
  const { abnormal = null } = describeEvent(foldedType(type));
  return typeof abnormal === 'function' ? 'look' : abnormal;
}

/** True for what a node has recovered from when it completes afterwards. */
export function recovers(type: string): boolean {
  return describeEvent(foldedType(type)).recovers === true;
}

/** The rule by which an event is abnormal, with its payload; null when it is not. */
export function ruleOfPayload(type: string, payload: unknown): CauseRule | null {
  const { abnormal = null } = describeEvent(foldedType(type));
  return typeof abnormal === 'function' ? abnormal(payload) : abnormal;
}
