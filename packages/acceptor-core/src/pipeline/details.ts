/** From the violations of a schema to the details of an outcome. */

import type { Redactor } from '@openwop-inspector/base';
import { MAX_DETAILS } from '@openwop-inspector/protocol';
import type { OutcomeDetail } from '../accept-context.ts';
import { outcomeDetails, rawErrors } from '../findings/outcome-details.ts';
import { violationSentence } from '../findings/violation-text.ts';
import type { ForeignError } from '../foreign-check.ts';
import type { Work } from './work.ts';

/** The details of an outcome: few, the useful ones, masked. */
export function detailsOf(
  { settings: { redactor } }: Work,
  errors: readonly ForeignError[],
  value: unknown,
): readonly OutcomeDetail[] {
  return outcomeDetails(errors, value, redactor.pointer);
}

/** A detail that comes from no schema. */
export function ruleDetail(instancePath: string, keyword: string, message: string): OutcomeDetail {
  return { instancePath, schemaPath: `#/${keyword}`, keyword, message };
}

/**
 * What the reference host lists: the violations of every tried branch, nothing chosen. Each place and keyword once,
 * so that at most fifty hold what matters.
 */
export function plainDetails(work: Work, errors: readonly ForeignError[]): readonly OutcomeDetail[] {
  const { redactor } = work.settings;
  const distinct = new Map<string, ForeignError>();
  for (const error of rawErrors(errors)) {
    const key = `${error.keyword} ${error.instancePath}`;
    const known = distinct.get(key);
    // Of several surplus members the first by name represents all, in any order of the keys.
    if (known === undefined || nameOf(error) < nameOf(known)) distinct.set(key, error);
  }
  return [...distinct.values()].slice(0, MAX_DETAILS).map((error) => ({
    instancePath: redactor.pointer(error.instancePath),
    schemaPath: redactor.pointer(error.schemaPath),
    keyword: error.keyword,
    message: violationSentence(error, redactor.pointer),
  }));
}

/** Violations of one rule at one place differ in the member they name. */
function nameOf({ params }: ForeignError): string {
  const name = params.additionalProperty ?? params.propertyName ?? params.missingProperty;
  return typeof name === 'string' ? name : '';
}

// Names from the content in a line of words.

/** Characters displayed of one name, and names displayed of a list. */
const MAX_LENGTH = 80;
const MAX_NAMES = 5;

/** A name on one line: masked whole before it is cut, so that no part of a secret is left. */
export function displayName(redactor: Redactor, name: string): string {
  const points = Array.from(redactor.text(name).replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
  return points.length > MAX_LENGTH ? `${points.slice(0, MAX_LENGTH - 1).join('')}…` : points.join('');
}

/** The first names with commas between, and how many more there are. */
export function displayNames(redactor: Redactor, names: readonly string[]): string {
  const displayed = names.slice(0, MAX_NAMES).map((name) => displayName(redactor, name));
  const left = names.length - displayed.length;
  return `${displayed.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
