/** Puts the violations of the branches of a failed `anyOf` below it: generated validators list them flat. */
import { MAX_SCHEMA_ERRORS, type SchemaError } from './validator-runtime.ts';

/** A violation; of a failed `anyOf` with the violations of each branch, in the order of the schema. */
export interface GroupedError extends SchemaError {
  readonly branches?: readonly (readonly GroupedError[])[];
}

/**
 * Groups the violations of a generated validator, those of branches below the `anyOf` that failed. Branches are
 * directly before it. O(errors).
 */
export function groupUnions(errors: readonly SchemaError[]): readonly GroupedError[] {
  if (errors.every(({ keyword }) => keyword !== 'anyOf')) return withoutCutUnion(errors);
  const grouped: GroupedError[] = [];
  for (const error of withoutCutUnion(errors)) {
    if (error.keyword !== 'anyOf') {
      grouped.push(error);
      continue;
    }
    let from = grouped.length;
    while (from > 0 && isOfBranch(grouped[from - 1], error)) from--;
    grouped.push({ ...error, branches: branchesOf(grouped.splice(from), error) });
  }
  return grouped;
}

/** Where a list was cut at its bound, without the branches whose `anyOf` is not there: alone they say nothing. */
export function withoutCutUnion(errors: readonly SchemaError[]): readonly SchemaError[] {
  if (errors.length < MAX_SCHEMA_ERRORS) return errors;
  const last = errors.findLastIndex(({ keyword }) => keyword === 'anyOf');
  return errors.filter(({ schemaPath }, at) => at <= last || !/\/anyOf\/\d+\//.test(schemaPath));
}

/** Whether a pointer names a place or something inside of it. */
export function isAtOrBelow(pointer: string, above: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`);
}

function isOfBranch(error: GroupedError | undefined, failed: SchemaError): boolean {
  return (
    error?.schemaPath.startsWith(`${failed.schemaPath}/`) === true &&
    isAtOrBelow(error.instancePath, failed.instancePath)
  );
}

function branchesOf(errors: readonly GroupedError[], failed: SchemaError): readonly GroupedError[][] {
  const branches = new Map<string, GroupedError[]>();
  for (const error of errors) {
    const name = error.schemaPath.slice(failed.schemaPath.length + 1).split('/', 1)[0] ?? '';
    const branch = branches.get(name);
    if (branch === undefined) branches.set(name, [error]);
    else branch.push(error);
  }
  return [...branches.values()];
}
