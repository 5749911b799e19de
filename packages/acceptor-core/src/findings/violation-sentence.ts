/** A violation in words that name what the pointer does not. */
import type { ForeignError } from '../foreign-check.ts';
import type { Redactor } from './value-line.ts';
import { violationText } from './violation-text.ts';

/** Characters of a name that comes from the checked value. */
const MAX_NAME = 60;

/**
 * One line such as `"options" is not declared in the schema`. The pointer of such a violation leads to the owner of the
 * member, so the member is named: masked whole, then cut. Else the words are those of the schema only.
 */
export function violationSentence(error: ForeignError, redact: Redactor): string {
  const name = memberOf(error);
  const words = redact(violationText(error));
  return name === null ? words : `${quoted(redact(name))} ${words}`;
}

/** The member that is too many or has a wrong name; null for a violation of the value itself. */
function memberOf({ keyword, params }: ForeignError): string | null {
  const name =
    params.additionalProperty ??
    params.unevaluatedProperty ??
    (keyword === 'propertyNames' ? params.propertyName : undefined);
  return typeof name === 'string' ? name : null;
}

function quoted(name: string): string {
  const points = Array.from(name);
  return JSON.stringify(points.length > MAX_NAME ? `${points.slice(0, MAX_NAME - 1).join('')}…` : name);
}
