/** From the violations of a validator to the few details that help (acceptor 3.2). */
import { MAX_DETAILS } from '@openwop-inspector/protocol';
import type { OutcomeDetail } from '../accept-context.ts';
import type { ForeignError } from '../foreign-check.ts';
import { meantErrors } from './meant-branch.ts';
import { type Redactor, shownValue } from './shown-value.ts';
import { violationSentence } from './violation-sentence.ts';

const asItIs: Redactor = (text) => text;

/**
 * The details of a refusal: of each failed `anyOf` the branch that was meant, without repeats, the deepest place
 * first, at most fifty. Messages hold words of the schema, and the name of a member that is too many; `value` is the offending value on one line, shortened.
 * Every text goes through `redact`. Never throws. O(errors), plus the size of the offending strings.
 *
 * Profile `reference` lists what Ajv lists: `rawErrors` and a plain mapping instead of this (acceptor 9).
 */
export function outcomeDetails(
  errors: readonly ForeignError[],
  value: unknown,
  redact: Redactor = asItIs,
): readonly OutcomeDetail[] {
  const distinct = new Map<string, ForeignError>();
  for (const error of meantErrors(errors)) {
    if (isEcho(error)) continue;
    const key = `${error.keyword} ${error.instancePath} ${error.schemaPath} ${namedIn(error)}`;
    if (!distinct.has(key)) distinct.set(key, error);
  }
  return [...distinct.values()]
    .map((error) => ({ error, depth: error.instancePath.split('/').length }))
    .sort((a, b) => b.depth - a.depth || inOrder(a.error, b.error))
    .slice(0, MAX_DETAILS)
    .map(({ error }) => detailOf(error, value, redact));
}

/** An order that does not depend on the order of keys in the checked value. */
function inOrder(one: ForeignError, other: ForeignError): number {
  const keys = (error: ForeignError) => [error.instancePath, error.schemaPath, namedIn(error)];
  const others = keys(other);
  for (const [index, key] of keys(one).entries()) {
    const beside = others[index] ?? '';
    if (key !== beside) return key < beside ? -1 : 1;
  }
  return 0;
}

/** Says again what another violation says: `if` beside those of its branch, and those inside `propertyNames`. */
function isEcho(error: ForeignError): boolean {
  return error.keyword === 'if' || (error.keyword !== 'propertyNames' && namesProperty(error));
}

function namesProperty(error: ForeignError): boolean {
  return typeof error.params.propertyName === 'string';
}

/** The name that tells two violations of one rule at one place apart, such as the member that is missing. */
function namedIn({ params }: ForeignError): string {
  const name =
    params.missingProperty ??
    params.additionalProperty ??
    params.unevaluatedProperty ??
    params.propertyName ??
    '';
  return typeof name === 'string' ? name : '';
}

function detailOf(error: ForeignError, value: unknown, redact: Redactor): OutcomeDetail {
  const shown = shownValue(error, value, redact);
  return {
    instancePath: redact(error.instancePath),
    schemaPath: redact(error.schemaPath),
    keyword: error.keyword,
    message: violationSentence(error, redact),
    ...(shown === null ? {} : { value: shown }),
  };
}

/** The violations in the order and number in which Ajv lists them, those of every tried branch included. */
export function rawErrors(errors: readonly ForeignError[]): readonly ForeignError[] {
  return errors.flatMap(({ branches, ...error }) =>
    branches === undefined ? [error] : [...branches.flatMap(rawErrors), error],
  );
}
