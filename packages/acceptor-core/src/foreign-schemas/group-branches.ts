/** Puts the violations of the branches of a failed `anyOf` or `oneOf` where they belong: below it, one list each. */

import { childAt, pointerTo, valueAt } from '@openwop-inspector/base';
import type { ErrorObject } from 'ajv';
import type { ForeignError } from '../foreign-check.ts';
import type { SchemaCheck } from './schema-engine.ts';

/** Failed unions of one value that are looked into; a hostile list must not cost one check more for each item. */
const MAX_UNIONS = 200;

/** What grouping needs to know of a compiled document. */
export interface Branches {
  /** RFC 6901 pointer of a subschema, by identity; undefined when it is not known. */
  readonly pointerOf: (subschema: unknown) => string | undefined;
  readonly checkAt: (pointer: string) => SchemaCheck | null;
}

/**
 * Violations as Ajv lists them, in our form. Ajv lists those of all branches before the failed union itself and does
 * not say which belongs to which, so the branches are run once more, each alone. Where that does not give the same
 * list, because it was cut for one, the union stays as it is.
 */
export function groupBranches(
  found: readonly ErrorObject[],
  value: unknown,
  branches: Branches,
): readonly ForeignError[] {
  let unions = 0;
  const group = (errors: readonly ErrorObject[], above: string): readonly ForeignError[] => {
    const grouped: ForeignError[] = [];
    for (let index = errors.length - 1; index >= 0; index--) {
      const error = errors[index];
      if (error === undefined) continue;
      const plain = foreignError(error, above, branches.pointerOf(error.parentSchema));
      const isUnion = error.keyword === 'anyOf' || error.keyword === 'oneOf';
      const tried = isUnion && unions < MAX_UNIONS ? runBranches(error, plain.instancePath) : null;
      const count = tried?.reduce((sum, branch) => sum + branch.length, 0) ?? 0;
      if (
        tried === null ||
        !isSameList(tried.flat(), errors.slice(index - count, index), error.instancePath)
      ) {
        grouped.push(plain);
        continue;
      }
      unions += 1;
      grouped.push({ ...plain, branches: tried.map((branch) => group(branch, plain.instancePath)) });
      index -= count;
    }
    return grouped.reverse();
  };
  const runBranches = (error: ErrorObject, instancePath: string): readonly ErrorObject[][] | null => {
    const pointer = branches.pointerOf(error.parentSchema);
    const list = childAt(error.parentSchema, error.keyword);
    if (pointer === undefined || !Array.isArray(list)) return null;
    const part = valueAt(value, instancePath);
    const checks = list.map((_, index) =>
      branches.checkAt(pointerTo(pointerTo(pointer, error.keyword), index)),
    );
    return checks.includes(null) ? null : checks.map((check) => [...(check?.(part) ?? [])]);
  };
  return group(found, '');
}

function isSameList(alone: readonly ErrorObject[], listed: readonly ErrorObject[], above: string): boolean {
  return (
    alone.length === listed.length &&
    alone.every((error, index) => {
      const other = listed[index];
      return error.keyword === other?.keyword && above + error.instancePath === other.instancePath;
    })
  );
}

/** `schemaPath` becomes the place in the document; Ajv counts from the last `$ref` it followed. */
function foreignError(error: ErrorObject, above: string, subschema: string | undefined): ForeignError {
  const { instancePath, keyword, params, propertyName, schemaPath } = error;
  return {
    instancePath: above + instancePath,
    schemaPath: subschema === undefined ? schemaPath : `#${pointerTo(subschema, keyword)}`,
    keyword,
    params: propertyName === undefined ? params : { ...params, propertyName },
  };
}
