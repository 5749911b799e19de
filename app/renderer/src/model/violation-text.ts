/** A schema violation, named with its subject: its member or position. */
import { type OutcomeDetail, type StepId, stepInfo } from '@openwop-inspector/acceptor-core';

/** Root of the pointers of a step's details, as a pointer from the envelope. */
export function violationBase(step: StepId | 'stopped'): string {
  return stepInfo(step)?.base ?? '';
}

/** `/payload/title is not of type string`, `title is missing`, `"options" is not declared in the schema`. */
export function violationInText(detail: OutcomeDetail, step: StepId | 'stopped'): string {
  const { instancePath, message, keyword } = detail;
  const words = message ?? keyword;
  if (instancePath === '' && namesMember(detail)) return words;
  const top = violationBase(step) === '' ? 'the envelope' : 'the payload';
  const place = instancePath === '' ? top : `${violationBase(step)}${instancePath}`;
  return namesMember(detail) ? `${words} at ${place}` : `${place} ${words}`;
}

/** Keywords whose message begins with the member it is about. */
const NAME_MEMBER = new Set([
  'required',
  'dependentRequired',
  'dependencies',
  'discriminator',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
]);

/** The branches of `anyOf` and `oneOf` are named by their tag where they have one. */
function namesMember({ keyword, message = '' }: OutcomeDetail): boolean {
  if (keyword === 'anyOf' || keyword === 'oneOf') return !/^(?:is|has|fits) /.test(message);
  return NAME_MEMBER.has(keyword);
}
