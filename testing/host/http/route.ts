import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FaultyPath } from '../faults/faults.ts';
import type { HostedRun } from '../runs/hosted-run.ts';
import type { Answer } from './answer.ts';
import type { HostState } from './host-state.ts';

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
export type Handler<C extends Call = Call> = (call: C) => Answer | null;

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
