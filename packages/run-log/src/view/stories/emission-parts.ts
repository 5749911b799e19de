/** What an event says about the emission of an envelope, by its type (acceptor 5 and 8). */

export type EmissionPart =
  /** The envelope was taken. */
  | 'accepted'
  /** It was not, and more may be said of that. */
  | 'refusing'
  /** It was not, and nothing but a report of the run follows. */
  | 'refused'
  /** Something before the verdict. */
  | 'before'
  /** Something that came of it. */
  | 'after';

const PARTS: ReadonlyMap<string, EmissionPart> = new Map<string, EmissionPart>([
  ['clarification.requested', 'accepted'],
  ['interrupt.requested', 'accepted'],
  ['ui.a2ui-surface', 'accepted'],
  ['artifact.created', 'accepted'],
  ['cap.breached', 'refusing'],
  ['envelope.retry.exhausted', 'refusing'],
  ['envelope.truncated', 'refusing'],
  ['envelope.refusal', 'refusing'],
  ['envelope.retry.attempted', 'refused'],
  ['node.failed', 'refused'],
  ['envelope.recovery.applied', 'before'],
]);

/** The part of an event of any type but `log.appended`, whose payload says what it is. */
export function emissionPart(type: string): EmissionPart {
  return PARTS.get(type) ?? 'after';
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
