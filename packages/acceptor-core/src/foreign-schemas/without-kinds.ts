import { known, type UnknownReason, unknown } from '@openwop-inspector/protocol';
import type { SchemaCompiler } from '../foreign-check.ts';

/**
 * A compiler for which the schemas of some kinds were stopped. For a caller who ended a worker that took too long and
 * runs the same input again: `kinds` names those whose schema was running.
 */
export function withoutKinds(
  compile: SchemaCompiler,
  kinds: ReadonlySet<string>,
  timeLimitMs: number,
): SchemaCompiler {
  return (kind, schema) => (kinds.has(kind) ? unknown(overTime(timeLimitMs)) : compile(kind, schema));
}

/** Calls `started` with the kind before its schema is compiled or run, and null after, for a killed worker. */
export function withWatch(compile: SchemaCompiler, started: (kind: string | null) => void): SchemaCompiler {
  const watched = <T>(kind: string, run: () => T): T => {
    started(kind);
    try {
      return run();
    } finally {
      started(null);
    }
  };
  return (kind, schema) => {
    const compiled = watched(kind, () => compile(kind, schema));
    if (!compiled.known) return compiled;
    const check = compiled.value;
    return known((value, onNote) => watched(kind, () => check(value, onNote)));
  };
}

/** The reason of a schema that took too long. */
export function overTime(timeLimitMs: number): UnknownReason {
  return { code: 'stopped', what: 'the check against its schema', limit: timeLimitMs, unit: 'ms' };
}
