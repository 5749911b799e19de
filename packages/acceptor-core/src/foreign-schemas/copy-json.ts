import { pointerTo, storedIn, utf8Length } from '@openwop-inspector/base';
import { known, type LimitUnit, type UnknownReason, unknown } from '@openwop-inspector/protocol';
import { type CompiledSchema, FOREIGN_SCHEMA_LIMITS, type SchemaCompiler } from '../foreign-check.ts';

/** Ends a walk at the first objection. Thrown and caught in this room only. */
export class ObjectionFound {
  readonly reason: UnknownReason;
  constructor(reason: UnknownReason) {
    this.reason = reason;
  }
}

/** The objection that a schema cannot be used, and why. */
export function unusable(pointer: string, why: string): UnknownReason {
  return { code: 'unusable', what: 'its schema', why, pointer };
}

/** The objection that a schema is beyond a limit. */
export function beyondLimit(pointer: string, limit: number, unit: LimitUnit): ObjectionFound {
  return new ObjectionFound({ code: 'stopped', what: 'the reading of its schema', limit, unit, pointer });
}

/**
 * A copy made of plain objects and arrays, so that nothing of the original can change or run while it is compiled.
 * Throws `ObjectionFound` for what JSON does not have and at the limits on bytes and depth; objects that contain
 * themselves end at the latter.
 */
export function copyJson(value: unknown): unknown {
  const limits = FOREIGN_SCHEMA_LIMITS;
  let bytes = 0;
  const count = (more: number, pointer: string): void => {
    bytes += more;
    if (bytes > limits.bytes) throw beyondLimit(pointer, limits.bytes, 'bytes');
  };
  const copy = (part: unknown, pointer: string, depth: number): unknown => {
    if (typeof part !== 'object' || part === null) {
      count(scalarBytes(part, pointer), pointer);
      return part;
    }
    if (depth > limits.depth) throw beyondLimit(pointer, limits.depth, 'levels');
    count(2, pointer);
    if (Array.isArray(part)) {
      count(part.length, pointer);
      return Array.from(part, (item: unknown, index) => copy(item, pointerTo(pointer, index), depth + 1));
    }
    // Entries become own members whatever their name, `__proto__` included.
    return Object.fromEntries(
      Object.keys(part).map((key) => {
        count(utf8Length(key) + 4, pointer);
        return [key, copy(Reflect.get(part, key), pointerTo(pointer, key), depth + 1)];
      }),
    );
  };
  return copy(value, '', 1);
}

function scalarBytes(value: unknown, pointer: string): number {
  switch (typeof value) {
    case 'string':
      return utf8Length(value) + 2;
    case 'number':
      if (Number.isFinite(value)) return 1;
      break;
    case 'boolean':
    case 'object':
      return 4;
  }
  throw new ObjectionFound(unusable(pointer, 'is no JSON value'));
}

/** A compiler that compiles each schema once and remembers the result by its identity. */
export function compiledOnce(compile: SchemaCompiler): SchemaCompiler {
  const compiled = new WeakMap<object, CompiledSchema>();
  return (kind, schema) =>
    typeof schema === 'object' && schema !== null
      ? storedIn(compiled, schema, () => compile(kind, schema))
      : compile(kind, schema);
}

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
