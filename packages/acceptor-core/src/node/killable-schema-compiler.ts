/** Schemas of users and hosts in Node, with a limit on the time they may take (security S-13). */
import { createContext, Script } from 'node:vm';
import { type Known, known, type UnknownReason, unknown } from '@openwop-inspector/protocol';
import type { ForeignCheck, SchemaCompiler } from '../foreign-check.ts';
import { compiledOnce, overTime } from '../foreign-schemas/copy-json.ts';
import { createSchemaCompiler } from '../foreign-schemas/create-schema-compiler.ts';

/** How long things may take, in milliseconds of real time. */
export interface KillableOptions {
  /** For one check; 500 unless given. */
  readonly timeLimitMs?: number | undefined;
  /** For compiling one schema; 1,000 unless given. */
  readonly compileLimitMs?: number | undefined;
}

/**
 * `createSchemaCompiler` under a watchdog: what exceeds its limit is ended in the middle of whatever it does, a
 * regular expression included, and its schema is not run again: from then on its checks are unknown. Synchronous; a
 * call costs about 0.15 ms more than without.
 */
export function createKillableSchemaCompiler(options: KillableOptions = {}): SchemaCompiler {
  const { timeLimitMs = 500, compileLimitMs = 1_000 } = options;
  // Runs functions that are ended after a time; the result of those and of one that throws is unknown. V8 ends scripts
  // that way, so the function is called from a script of one line. Its code runs in its own realm as ever.
  const room: { job: (() => void) | null } = { job: null };
  const context = createContext(room);
  const script = new Script('job()');
  const within: Watchdog = (limitMs, run) => {
    const answers: ReturnType<typeof run>[] = [];
    room.job = () => {
      answers.push(run());
    };
    try {
      script.runInContext(context, { timeout: limitMs });
    } catch (problem) {
      return unknown(endOf(problem, limitMs));
    } finally {
      room.job = null;
    }
    const [answer] = answers;
    return answer === undefined ? unknown(thrown('it gave no answer')) : known(answer);
  };
  let compile = warmCompiler();
  return compiledOnce((kind, schema) => {
    const ran = within(compileLimitMs, () => compile(kind, schema));
    // What was ended half-way may have left the compiler in any state.
    if (!ran.known) compile = warmCompiler();
    const compiled = ran.known ? ran.value : ran;
    return compiled.known ? known(watch(compiled.value, timeLimitMs, within)) : compiled;
  });
}

type Watchdog = <T>(timeLimitMs: number, run: () => T) => Known<T>;

function watch(check: ForeignCheck, timeLimitMs: number, within: Watchdog): ForeignCheck {
  let stopped: ReturnType<ForeignCheck> | null = null;
  return (value, onNote) => {
    if (stopped !== null) return stopped;
    const ran = within(timeLimitMs, () => check(value, onNote));
    if (ran.known) return ran.value;
    stopped = ran;
    return ran;
  };
}

/** The meta-schema is ours and takes a while to compile the first time: that is not counted. */
function warmCompiler(): SchemaCompiler {
  const compile = createSchemaCompiler();
  compile('', true);
  return compile;
}

/** Over time, or thrown by the function. The error of V8 is one of the script's realm, and no `Error` of ours. */
function endOf(problem: unknown, timeLimitMs: number): UnknownReason {
  if (typeof problem === 'object' && problem !== null && Reflect.get(problem, 'code') === OVER_TIME)
    return overTime(timeLimitMs);
  return thrown(problem instanceof Error ? problem.name : 'an exception that is no error');
}

const OVER_TIME = 'ERR_SCRIPT_EXECUTION_TIMEOUT';

function thrown(why: string): UnknownReason {
  return { code: 'failed', what: 'the check against its schema', why };
}
