import type { SchemaCompiler } from '../acceptor.ts';

/**
 * A compiler that refuses the schemas of some kinds for their time. For a caller who ended a worker that took too long
 * and runs the same input again: `kinds` names those whose schema was running.
 */
export function withoutKinds(
  compile: SchemaCompiler,
  kinds: ReadonlySet<string>,
  timeLimitMs: number,
): SchemaCompiler {
  return (kind, schema) =>
    kinds.has(kind) ? { ok: false, pointer: '', reason: overTime(timeLimitMs) } : compile(kind, schema);
}

/** Tells `started` the kind before its schema is compiled or run, and null after: what a killed worker was at. */
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
    if (!compiled.ok) return compiled;
    return { ok: true, check: (value) => watched(kind, () => compiled.check(value)) };
  };
}

/** Words for a schema that was stopped. */
export function overTime(timeLimitMs: number): string {
  return `its schema takes longer than ${timeLimitMs} ms`;
}
