import { createServer, type Server } from 'node:http';
import { blackPng } from '../files/hostile/hostile-item.ts';
import type { Dialect, DialectName } from './dialects/dialect.ts';
import { DIALECTS } from './dialects/dialects.ts';
import { FaultSwitch, type Faults } from './faults.ts';
import { dispatch } from './http/dispatch.ts';
import { type AccessKey, type HostState, pathOfRun } from './http/route.ts';
import { type SeenRequest, seenRequest } from './http/wire.ts';
import { endServer, listen } from './loopback.ts';
import { HostedRun, type RunParts } from './runs/hosted-run.ts';
import { type Pace, paceRun } from './runs/pace.ts';
import type { Script } from './runs/script.ts';
import { PICTURE_TOKEN } from './runs/scripts/plain.ts';
import { findWorkflow, type WorkflowName, workflowOf } from './runs/workflows.ts';
import { StreamRegister } from './stream/event-stream.ts';

/** A run to put on a host. */
export interface RunSpec {
  /** One of the host's workflows, or a script of the test's own. */
  readonly workflow: WorkflowName | Script;
  /** The workflow's own run id unless given; a script needs one. */
  readonly runId?: string;
  /** Moved by the test alone unless given. */
  readonly pace?: Pace;
}

export interface LiveHostOptions {
  readonly dialect: DialectName;
  readonly faults?: Partial<Faults>;
  /** A free one unless given. */
  readonly port?: number;
  readonly key?: string;
  /** Keys with fewer scopes (section 5.3), to be refused with 403. */
  readonly furtherKeys?: readonly AccessKey[];
  /** The host's clock is ahead of ours by this number of ms: `Date` headers and timestamps. */
  readonly clockSkewMs?: number;
  /** The dialect's own unless given; hosts that send no comments never do. */
  readonly heartbeatMs?: number;
  readonly runs?: readonly RunSpec[];
  /** Pace of runs that are made by a request: created or forked. Quick stories unless given. */
  readonly paceOfMade?: Pace;
}

const QUICK: Pace = { kind: 'scripted', longestMs: 60, whenWatched: false };

/** Starts a host on loopback that speaks like one of the observed ones. */
export async function startLiveHost(options: LiveHostOptions): Promise<LiveHost> {
  const host = new LiveHost(options);
  await host.start();
  return host;
}

/** A host of our own: its requests, its runs, and everything that a test may do to it. */
export class LiveHost {
  readonly dialect: DialectName;
  /** What it wants as `Authorization: Bearer …`. */
  readonly key: string;
  /** Every request so far, in order. */
  readonly requests: SeenRequest[] = [];
  /** Open streams, and the most that a run has had at once. */
  readonly streams = new StreamRegister();
  readonly #spoken: Dialect;
  readonly #faults: FaultSwitch;
  readonly #runs = new Map<string, HostedRun>();
  readonly #pacers = new Map<string, ReturnType<typeof paceRun>>();
  readonly #state: HostState;
  readonly #sendsDate: boolean;
  #server: Server | null = null;
  #port: number;

  constructor(options: LiveHostOptions) {
    const { dialect, faults = {}, port = 0, key = 'test-host-key', furtherKeys = [] } = options;
    const { clockSkewMs, heartbeatMs = null, runs = [], paceOfMade = QUICK } = options;
    this.dialect = dialect;
    this.key = key;
    this.#spoken = DIALECTS[dialect];
    this.#port = port;
    this.#sendsDate = clockSkewMs !== undefined;
    this.#faults = new FaultSwitch(faults);
    this.#state = {
      dialect: this.#spoken,
      faults: this.#faults,
      keys: [{ key, scopes: ['*'] }, ...furtherKeys],
      streams: this.streams,
      heartbeatMs,
      runs: this.#runs,
      assets: new Map([[PICTURE_TOKEN, blackPng(64, 48)]]),
      origin: () => this.origin,
      now: () => Date.now() + (clockSkewMs ?? 0),
      addRun: (parts) => this.#put(parts, paceOfMade),
      workflow: (workflowId) => findWorkflow(workflowId, this.#spoken.hostName)?.script ?? null,
      watched: ({ runId }) => this.#pacers.get(runId)?.watched(),
    };
    for (const spec of runs) this.add(spec);
  }

  /** `http://127.0.0.1:<port>`; the same after a restart. */
  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get runs(): readonly HostedRun[] {
    return [...this.#runs.values()];
  }

  /** A run that is there, by its id or the name that the host made it of; asking for another is a mistake of the test. */
  run(runId: string): HostedRun {
    const run = this.#runs.get(this.#spoken.runIdOf(runId));
    if (run === undefined) throw new RangeError(`there is no run ${runId}`);
    return run;
  }

  /** Path of a run, by its id or the name that the host made it of. */
  pathOf(runId: string): string {
    return pathOfRun(this.#spoken, this.#spoken.runIdOf(runId));
  }

  /** Puts a run on the host, now or later. */
  add({ workflow, runId, pace }: RunSpec): HostedRun {
    const known =
      typeof workflow === 'function'
        ? { runId: 'run-1', workflowId: 'acme.script', script: workflow }
        : workflowOf(workflow, this.#spoken.hostName);
    const id = this.#spoken.runIdOf(runId ?? known.runId);
    return this.#put({ ...known, runId: id }, pace ?? { kind: 'by-hand' });
  }

  /** Turns faults on or off from now on, for one run or for all. Streams keep those they were opened with. */
  setFaults(faults: Partial<Faults>, runId?: string): void {
    this.#faults.set(faults, runId && this.#spoken.runIdOf(runId));
  }

  /** Begins to listen. */
  async start(): Promise<void> {
    const server = createServer({ keepAlive: true }, (request, response) => {
      const seen = seenRequest(request);
      this.requests.push(seen);
      if (this.#sendsDate) response.setHeader('date', new Date(this.#state.now()).toUTCString());
      void dispatch(this.#state, seen, request, response);
    });
    this.#port = await listen(server, this.#port);
    this.#server = server;
    for (const pacer of this.#pacers.values()) pacer.goOn();
  }

  /** Goes down in mid-run: every connection is torn and new ones are refused. Runs stand still unless they `goOn`. */
  async stop({ goOn = false } = {}): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!goOn) for (const pacer of this.#pacers.values()) pacer.hold();
    if (server !== null) await endServer(server);
  }

  /**
   * Goes down, stays down while `whileDown` is under way, and comes up on the same port: with the same logs, or having
   * forgotten them (`forgets`), so that every run begins again.
   */
  async restart(how: { readonly whileDown?: () => unknown; readonly forgets?: boolean } = {}): Promise<void> {
    await this.stop();
    await how.whileDown?.();
    if (how.forgets) for (const run of this.#runs.values()) run.forget();
    await this.start();
  }

  async close(): Promise<void> {
    for (const pacer of this.#pacers.values()) pacer.end();
    await this.stop();
  }

  #put(parts: RunParts, pace: Pace): HostedRun {
    const run = new HostedRun(parts, {
      dialect: this.#spoken,
      now: () => this.#state.now(),
      neighbour: (runId, workflowId) => {
        const child = { runId, workflowId, script: () => [].values(), parentRunId: parts.runId };
        return this.#runs.get(runId) ?? this.#put(child, { kind: 'by-hand' });
      },
    });
    this.#runs.set(parts.runId, run);
    this.#pacers.set(parts.runId, paceRun(run, pace));
    return run;
  }
}

interface OneAnswer {
  readonly origin: string;
  /** Paths of the requests. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** A host on loopback that gives the same bytes to everyone who asks. */
export async function startOneAnswer(bytes: Uint8Array, type: string): Promise<OneAnswer> {
  const requests: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    response.setHeader('content-type', type).end(bytes);
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return { origin, requests, close: () => endServer(server) };
}
