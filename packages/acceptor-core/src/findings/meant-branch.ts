/** Which branch of a failed `anyOf` or `oneOf` was meant: the one whose tag fits, else the closest. */
import { scalarText } from '@openwop-inspector/protocol';
import type { ForeignError } from '../foreign-check.ts';

/** The violations worth reading: those of the branch that was meant, or the failed rule alone when none stands out. */
export function meantErrors(errors: readonly ForeignError[]): readonly ForeignError[] {
  if (errors.every((error) => error.branches === undefined)) return errors;
  return errors.flatMap((error) => (error.branches === undefined ? [error] : meantOf(error, error.branches)));
}

function meantOf(failed: ForeignError, tried: readonly (readonly ForeignError[])[]): readonly ForeignError[] {
  const branches = tried.map(meantErrors).filter((branch) => branch.length > 0);
  // Several forms of a `oneOf` fit: there is nothing to say of the others.
  if (branches.length < tried.length || branches.length === 0) return [alone(failed, {})];
  const left = branches.filter((branch) => !branch.some((error) => rulesOut(error, failed)));
  if (left.length === 0) return [alone(failed, whyRuledOut(failed, branches))];
  const fewest = Math.min(...left.map((branch) => branch.length));
  const closest = left.filter((branch) => branch.length === fewest);
  const [only] = closest;
  if (closest.length === 1 && only !== undefined) return only;
  const shared = sharedBy(closest);
  return shared.length > 0 ? shared : [alone(failed, {})];
}

/** The failed rule without its branches. */
function alone(failed: ForeignError, more: Readonly<Record<string, unknown>>): ForeignError {
  const { instancePath, schemaPath, keyword, params } = failed;
  return { instancePath, schemaPath, keyword, params: { ...params, ...more } };
}

const OTHER_KIND: ReadonlySet<string> = new Set(['type', 'const', 'enum']);

/** A value of another kind altogether, or a tag with another value, says that the branch was not meant. */
function rulesOut(error: ForeignError, failed: ForeignError): boolean {
  if (error.instancePath === failed.instancePath) return OTHER_KIND.has(error.keyword);
  return tagOf(error, failed) !== null;
}

/** Name of the tag when the violation is about one: a member with a single allowed value. */
function tagOf(error: ForeignError, failed: ForeignError): string | null {
  const values = singleValue(error);
  const below = error.instancePath.slice(failed.instancePath.length);
  return values !== null && below.lastIndexOf('/') === 0 ? below.slice(1) : null;
}

function singleValue({ keyword, params }: ForeignError): readonly unknown[] | null {
  if (keyword === 'const') return [params.allowedValue];
  const { allowedValues } = params;
  return keyword === 'enum' && Array.isArray(allowedValues) && allowedValues.length === 1
    ? allowedValues
    : null;
}

/** What every branch had against the value: the tag and its known values, or the types that would do. */
function whyRuledOut(
  failed: ForeignError,
  branches: readonly (readonly ForeignError[])[],
): Readonly<Record<string, unknown>> {
  const tags = branches.map((branch) => branch.find((error) => tagOf(error, failed) !== null));
  const names = new Set(tags.map((error) => (error === undefined ? null : tagOf(error, failed))));
  const [name] = names;
  if (names.size === 1 && typeof name === 'string') {
    return { tag: name, allowedValues: tags.flatMap((error) => (error && singleValue(error)) ?? []) };
  }
  const types = branches.map((branch) => branch.find((error) => isTypeOf(error, failed)));
  return types.includes(undefined) ? {} : { type: types.flatMap((error) => error?.params.type ?? []) };
}

function isTypeOf(error: ForeignError, failed: ForeignError): boolean {
  return error.keyword === 'type' && error.instancePath === failed.instancePath;
}

/** Violations that all of the branches have, compared by place, rule and missing name. */
function sharedBy(branches: readonly (readonly ForeignError[])[]): readonly ForeignError[] {
  const [first = [], ...others] = branches;
  const known = others.map((branch) => new Set(branch.map(identity)));
  return first.filter((error) => known.every((names) => names.has(identity(error))));
}

function identity({ instancePath, keyword, params }: ForeignError): string {
  return `${keyword} ${instancePath} ${scalarText(params.missingProperty ?? params.additionalProperty ?? '')}`;
}
