import { textAt } from '@openwop-inspector/base';
import { isTerminalStatus } from '@openwop-inspector/protocol';
import type { HostError } from '../answers/host-error.ts';
import type { HostConnection } from '../connection.ts';
import { parsedJson } from '../json/json-depth.ts';
import { runPaths } from '../rest/request-url.ts';
import type { Clock } from './live-run.ts';
import type { SessionFacts } from './next-step.ts';
import type { StatusBoard } from './status-board.ts';

export interface SnapshotParts {
  readonly host: HostConnection;
  readonly runId: string;
  readonly clock: Clock;
  readonly everyMs: number;
  readonly board: StatusBoard;
  /** The status is another than before. */
  readonly onNews: (status: string, snapshot: string) => void;
}

const MAX_BYTES = 16 * 1024 * 1024;

/** Snapshots of a run, asked for or told by a frame. */
export class Snapshots {
  newest: SessionFacts['snapshot'] = 'not-asked';
  /** The host has told this run in this session. */
  isRunKnown = false;
  private lookedAtMs = Number.NEGATIVE_INFINITY;
  private readonly of: SnapshotParts;

  constructor(of: SnapshotParts) {
    this.of = of;
  }

  get isTerminal(): boolean {
    return typeof this.newest === 'object' && isTerminalStatus(this.newest.status);
  }

  /** Asks for the snapshot; answers why there is none. */
  async look(signal: AbortSignal): Promise<HostError | null> {
    const { host, runId, clock } = this.of;
    this.lookedAtMs = clock.now();
    const answer = await host.getJson(runPaths(runId).run, { signal, maxBytes: MAX_BYTES });
    if (signal.aborted) return null;
    if (!answer.ok) {
      this.newest = 'unknown';
      // Without the status of the run nothing says that it is over: whoever waits for it is told why.
      if (answer.error.kind === 'not-understood') this.of.board.error = answer.error;
      return answer.error;
    }
    this.isRunKnown = true;
    if (!this.note(answer.value.text)) this.newest = 'unknown';
    return null;
  }

  async lookNowAndThen(signal: AbortSignal): Promise<void> {
    if (this.of.clock.now() - this.lookedAtMs >= this.of.everyMs) await this.look(signal);
  }

  /** Takes in a snapshot; false for a text that is none. */
  note(text: string): boolean {
    const snapshot = parsedJson(text);
    const status = textAt(snapshot, 'status');
    if (status === null) return false;
    this.newest = { status };
    const { board, onNews } = this.of;
    if (status !== board.toldStatus) onNews(status, text);
    board.toldStatus = status;
    board.tell();
    return true;
  }
}
