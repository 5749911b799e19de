/** What an event says about the emission of an envelope, by its type (acceptor 5 and 8). */
import { describeEvent, type EmissionPart } from '@openwop-inspector/events';

export type { EmissionPart };

/** The part of an event of any type but `log.appended`, whose payload says what it is. */
export function emissionPart(type: string): EmissionPart {
  return describeEvent(type).envelope?.part ?? 'after';
}

/**
 * Whether an event begins another emission than the events of the same envelope before it, of which `last` is the part
 * of the last that said anything. A retry, a failure of the node and a warning end an emission; a refusal behind an
 * acceptance begins another, since a replay of what was accepted records nothing (acceptor 8), and so does an
 * acceptance behind a refusal.
 */
export function beginsAnother(part: EmissionPart, last: EmissionPart | null): boolean {
  if (part === 'after') return false;
  if (last === 'refused') return true;
  return last === 'accepted' ? part !== 'accepted' : last === 'refusing' && part === 'accepted';
}
