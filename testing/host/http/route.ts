import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, Dialect } from '../dialects/dialect.ts';
import type { FaultSwitch, FaultyPath } from '../faults.ts';
import type { HostedRun } from '../runs/hosted-run.ts';
import type { Script } from '../runs/script.ts';
import type { StreamRegister } from '../stream/event-stream.ts';

/** A request on its way to an answer. */
export interface Call {
  readonly host: HostState;
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Parts of the path that the route's pattern caught, decoded. */
  readonly caught: readonly string[];
  /** Body as JSON; undefined when it is none. */
  readonly body: unknown;
}

/** A call about a run that is there. */
export interface RunCall extends Call {
  readonly run: HostedRun;
}

/** `null` when the handler has answered by itself. */
type Handler<C extends Call = Call> = (call: C) => Answer | null;

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Its first group is the run's id when `ofRun` is there. */
  readonly path: RegExp;
  /** Scope that the key needs; null for what is public. */
  readonly scope: string | null;
  readonly faultyPath: FaultyPath;
  readonly handle?: Handler;
  readonly ofRun?: Handler<RunCall>;
}

/** `path` as the source of a pattern for the whole path. */
export const route = (
  method: Route['method'],
  path: string,
  scope: string | null,
  faultyPath: FaultyPath,
  handler: Pick<Route, 'handle' | 'ofRun'>,
): Route => ({ method, path: new RegExp(`^${path}$`), scope, faultyPath, ...handler });

/** Path of a run: below `/v1`, or in v2 at the bare origin with an id whose signs are `~HH`. */
export function pathOfRun({ major }: Dialect, runId: string): string {
  const id = encodeURIComponent(runId);
  return major === 1 ? `/v1/runs/${id}` : `/runs/${id.replaceAll('~', '%7E').replaceAll('%', '~')}`;
}

export const answered = (body: unknown, status = 200): Answer => ({ status, body });

/** A canonical error (section 5.1). */
export const refused = (status: number, error: string, message: string, details?: unknown): Answer => ({
  status,
  body: { error, message, details },
});

/** A request that this host does not understand. */
export const invalid = (message: string, details?: unknown): Answer =>
  refused(400, 'validation_error', message, details);

export const NO_SUCH_PATH = refused(404, 'not_found', 'There is nothing at this path');
export const NO_SUCH_RUN = refused(404, 'run_not_found', 'No run has this id');
export const NOT_PROVIDED = refused(501, 'capability_not_provided', 'This host does not provide that');

/** A key and what it may do (section 5.3); `*` is everything. */
export interface AccessKey {
  readonly key: string;
  readonly scopes: readonly string[];
}

/** Null when the request may go on, else the refusal: 401 without a key, 403 without the scope. */
export function refusalFor(
  dialect: Dialect,
  keys: readonly AccessKey[],
  token: string | null,
  scope: string,
): Answer | null {
  const own = keys.find(({ key }) => key === token);
  if (own === undefined) return refused(401, dialect.unauthenticated, 'A Bearer key of this host is needed');
  if (own.scopes.includes('*') || own.scopes.includes(scope)) return null;
  return {
    status: 403,
    body: { error: 'forbidden', message: `The key lacks the scope ${scope}`, scopeRequired: scope },
  };
}

/** What every answer is made from. */
export interface HostState {
  readonly dialect: Dialect;
  readonly faults: FaultSwitch;
  readonly keys: readonly AccessKey[];
  readonly streams: StreamRegister;
  readonly heartbeatMs: number | null;
  readonly runs: ReadonlyMap<string, HostedRun>;
  /** Pictures by their token. */
  readonly assets: ReadonlyMap<string, Uint8Array>;
  origin(): string;
  /** Host's clock, ms. */
  now(): number;
  /** Adds a run that plays by itself at a small pace, unless all runs are moved by hand. */
  addRun(parts: { readonly runId: string; readonly workflowId: string; readonly script: Script }): HostedRun;
  /** Script of a workflow that can be started; null when there is none. */
  workflow(workflowId: string): Script | null;
  watched(run: HostedRun): void;
}
