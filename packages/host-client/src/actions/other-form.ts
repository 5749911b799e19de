import type { RunAction } from '../answers/actions.ts';
import type { HostError } from '../answers/host-error.ts';
import { jsonText, member } from '../json/json-value.ts';

/** Words of a host that wants the answers of a clarification by the ids of its questions. */
const KEYED = /keyed by (?:the )?question|object keyed by|answers\b[^.]{0,80}\bobject\b/i;

/**
 * The same answers in the form that some hosts want, `{answers: {<id>: text}}` instead of `[{id, answer}]`, when the
 * host refused the protocol's form and said so (section 8). It is offered to the person and never sent by itself.
 */
export function otherFormOf(action: RunAction, error: HostError): RunAction | null {
  if (action.kind !== 'resolve-interrupt' || error.status !== 400) return null;
  if (!KEYED.test(`${error.hostMessage ?? ''}\n${error.rawBody.slice(0, 4096)}`)) return null;
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
