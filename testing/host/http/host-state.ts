import type { Dialect } from '../dialects/dialect.ts';
import type { FaultSwitch } from '../faults/fault-switch.ts';
import type { HostedRun } from '../runs/hosted-run.ts';
import type { Script } from '../runs/script.ts';
import type { StreamRegister } from '../stream/stream-register.ts';
import type { AccessKey } from './access.ts';

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
