/** Schemas of users and hosts in Node, with a limit on the time they may take (security S-13). */
import { createContext, Script } from 'node:vm';
import type { CompiledSchema, SchemaCompiler } from '../acceptor.ts';
import { createSchemaCompiler } from '../foreign-schemas/create-schema-compiler.ts';
import type { ForeignSchemaLimits } from '../foreign-schemas/schema-limits.ts';
import { overTime } from '../foreign-schemas/without-kinds.ts';

/** How long things may take, in milliseconds of real time. */
export interface KillableOptions {
  /** For one check; 500 unless given. */
  readonly timeLimitMs?: number | undefined;
  /** For compiling one schema; 1,000 unless given. */
  readonly compileLimitMs?: number | undefined;
  readonly limits?: Partial<ForeignSchemaLimits> | undefined;
}

/**
 * `createSchemaCompiler` under a watchdog: what exceeds its limit is ended in the middle of whatever it does, a
 * regular expression included, and its schema is not run again: from then on its checks give null. Synchronous; a
 * call costs about 0.15 ms more than without.
 */
export function createKillableSchemaCompiler(options: KillableOptions = {}): SchemaCompiler {
  const { timeLimitMs = 500, compileLimitMs = 1_000, limits } = options;
  const within = createWatchdog();
  let compile = warmCompiler(limits);
  const known = new WeakMap<object, CompiledSchema>();
  return (kind, schema) => {
    const key = typeof schema === 'object' && schema !== null ? schema : null;
    const before = key === null ? undefined : known.get(key);
    if (before !== undefined) return before;
    const compiled = within(compileLimitMs, () => compile(kind, schema));
    // What was ended half-way may have left the compiler in any state.
    if (compiled === null) compile = warmCompiler(limits);
    const watched = compiled === null ? overLimit(compileLimitMs) : watch(compiled, timeLimitMs, within);
    if (key !== null) known.set(key, watched);
    return watched;
  };
}

type Watchdog = <T>(timeLimitMs: number, run: () => T) => T | null;

function overLimit(limitMs: number): CompiledSchema {
  return { ok: false, pointer: '', reason: overTime(limitMs) };
}

function watch(compiled: CompiledSchema, timeLimitMs: number, within: Watchdog): CompiledSchema {
  if (!compiled.ok) return compiled;
  let isStopped = false;
  return {
    ok: true,
    check: (value) => {
      if (isStopped) return null;
      const errors = within(timeLimitMs, () => compiled.check(value));
      isStopped = errors === null;
      return errors;
    },
  };
}

/** The meta-schema is ours and takes a while to compile the first time: that is not counted. */
function warmCompiler(limits: Partial<ForeignSchemaLimits> | undefined): SchemaCompiler {
  const compile = createSchemaCompiler(limits);
  compile('', true);
  return compile;
}

/**
 * Runs functions that are ended after a time, with null as their result; null also for one that throws. V8 ends
 * scripts that way, so the function is called from a script of one line. Its code runs in its own realm as ever.
 */
function createWatchdog(): Watchdog {
  const room: { job: (() => void) | null } = { job: null };
  const context = createContext(room);
  const script = new Script('job()');
  return (timeLimitMs, run) => {
    const answers: ReturnType<typeof run>[] = [];
    room.job = () => {
      answers.push(run());
    };
    try {
      script.runInContext(context, { timeout: timeLimitMs });
    } catch {
      return null; // over time, or thrown by the function
    } finally {
      room.job = null;
    }
    return answers[0] ?? null;
  };
}
