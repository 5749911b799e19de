import { jsonText, member } from '@openwop-inspector/base';
import type { RunAction } from '../answers/actions.ts';
import type { HostError } from '../answers/host-error.ts';

/** Codes of hosts about the interrupt itself: no form of the answers would do. */
const ABOUT_THE_INTERRUPT = /^interrupt_/;

/**
 * The same answers in the form that some hosts want, `{answers: {<id>: text}}` instead of `[{id, answer}]`, when the
 * host refused the protocol's form with 400 or 422 (bundles 8). Hosts name the reason in many ways, so their words decide
 * nothing. It is offered to the person and never sent by itself.
 */
export function otherFormOf(action: RunAction, error: HostError): RunAction | null {
  if (action.kind !== 'resolve-interrupt' || (error.status !== 400 && error.status !== 422)) return null;
  if (ABOUT_THE_INTERRUPT.test(error.code)) return null;
  const answers = member(action.resumeValue, 'answers');
  const entries = Array.isArray(answers) ? answers.map(entryOf) : [];
  const told = entries.filter((entry): entry is readonly [string, string] => entry !== null);
  if (told.length === 0 || told.length < entries.length) return null;
  // Not by assignment: an id may be `__proto__`.
  return { ...action, resumeValue: { answers: Object.fromEntries(told) } };
}

function entryOf(item: unknown): readonly [string, string] | null {
  const id = member(item, 'id');
  const answer = member(item, 'answer');
  if (typeof id !== 'string') return null;
  return [id, typeof answer === 'string' ? answer : (jsonText(answer) ?? '')];
}
