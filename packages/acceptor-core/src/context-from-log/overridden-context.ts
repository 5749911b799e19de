/** A context rebuilt from a log, overridden field by field by given values. */
import type { AcceptContext } from '../accept-context.ts';
import type { Provenance } from './provenance.ts';

/** A field of the context and its source; `given` is the context file or an option. */
export interface FieldStanding {
  /** As in a context file, such as `host.limits.schemaRounds`. */
  readonly field: string;
  readonly standing: Provenance['standing'] | 'given';
  /** `sequence` of the events it was read from. */
  readonly from?: readonly number[];
  readonly note: string;
}

/** Given fields go before rebuilt ones; those inside `host`, `schemas`, `counters` and `options` one by one. */
export function overriddenContext(rebuilt: AcceptContext, given: AcceptContext): AcceptContext {
  const host = over(rebuilt.host, given.host);
  const limits = over(rebuilt.host?.limits, given.host?.limits);
  return {
    ...rebuilt,
    ...given,
    host: host && limits ? { ...host, limits } : host,
    schemas: over(rebuilt.schemas, given.schemas),
    counters: over(rebuilt.counters, given.counters),
    options: over(rebuilt.options, given.options),
  };
}

/** A given null means absent, and so takes away what was rebuilt. */
function over<T extends object>(
  rebuilt: T | null | undefined,
  given: T | null | undefined,
): T | null | undefined {
  if (given === undefined) return rebuilt;
  if (given === null || rebuilt === null || rebuilt === undefined) return given;
  return { ...rebuilt, ...given };
}

/** Returns the status of every field after the override. */
export function fieldStandings(
  provenance: readonly Provenance[],
  given: AcceptContext,
): readonly FieldStanding[] {
  return provenance.map((row) =>
    isGiven(given, row.field.split('.'))
      ? { field: row.field, standing: 'given', note: 'Given in place of what the log tells' }
      : row,
  );
}

function isGiven(given: unknown, path: readonly string[]): boolean {
  const [key, ...rest] = path;
  if (key === undefined || given === null) return given !== undefined;
  if (typeof given !== 'object' || !Object.hasOwn(given, key)) return false;
  const value: unknown = Reflect.get(given, key);
  return value !== undefined && isGiven(value, rest);
}
