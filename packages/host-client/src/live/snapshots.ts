import { textAt } from '@openwop-inspector/base';
import { isTerminalStatus } from '@openwop-inspector/protocol';
import type { HostError } from '../answers/host-error.ts';
import { parsedJson } from '../rest/read-body.ts';
import { runPath } from '../rest/request-url.ts';
import type { SessionFacts } from './next-step.ts';
import type { BoardContext, StatusBoard } from './status-board.ts';

export interface SnapshotContext extends BoardContext {
  readonly board: StatusBoard;
}

const MAX_BYTES = 16 * 1024 * 1024;

/** Snapshots of a run, requested or sent in a frame. */
export class Snapshots {
  newest: SessionFacts['snapshot'] = 'not-requested';
  /** The host has reported this run in this session. */
  isRunKnown = false;
  private lookedAtMs = Number.NEGATIVE_INFINITY;
  private readonly of: SnapshotContext;

  constructor(of: SnapshotContext) {
    this.of = of;
  }

  get isTerminal(): boolean {
    return typeof this.newest === 'object' && isTerminalStatus(this.newest.status);
  }

  /** Asks for the snapshot; answers why there is none. */
  async look(signal: AbortSignal): Promise<HostError | null> {
    const { host, runId } = this.of.parts;
    this.lookedAtMs = this.of.clock.now();
    const answer = await host.getJson(runPath(host, runId), { signal, maxBytes: MAX_BYTES });
    if (signal.aborted) return null;
    if (!answer.ok) {
      this.newest = 'unknown';
      // Without the status of the run nothing says that it is over: whoever waits for it is notified of the reason.
      if (answer.error.kind === 'not-understood') this.of.board.error = answer.error;
      return answer.error;
    }
    this.isRunKnown = true;
    if (!this.note(answer.value.text)) this.newest = 'unknown';
    return null;
  }

  async lookNowAndThen(signal: AbortSignal): Promise<void> {
    if (this.of.clock.now() - this.lookedAtMs >= this.of.timings.snapshotEveryMs) await this.look(signal);
  }

  /** Takes in a snapshot; false for a text that is none. */
  note(text: string): boolean {
    const snapshot = parsedJson(text);
    const status = textAt(snapshot, 'status');
    if (status === null) return false;
    this.newest = { status };
    const { board, writer, lines, clock } = this.of;
    if (status !== board.reportedStatus) writer.add(lines.snapshot(status, text, clock.now()));
    board.reportedStatus = status;
    board.tell();
    return true;
  }
}

/** Automatic fetches of the same holes. */
const MAX_TRIES = 4;

/** Reads of the JSON log, one at a time, and the holes they are to fill. */
export type Filling = ReturnType<typeof createFilling>;

export function createFilling({ log, ledger, board }: SnapshotContext) {
  let before: Promise<unknown> = Promise.resolve();
  let tried = { missing: 0, tries: 0 };

  /** Runs a read when those before it are done. */
  function take<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> {
    const turn = before.then(async () => {
      board.isFilling = true;
      board.tell();
      try {
        return await read();
      } finally {
        board.isFilling = false;
        if (!signal.aborted) board.tell();
      }
    });
    before = turn.catch(() => {});
    return turn;
  }

  /** Asks for what is missing, at once and a few times more; what the host does not have stays a hole. */
  async function fillHoles(signal: AbortSignal): Promise<void> {
    if (ledger.holes(1).length === 0) return;
    const { missing } = ledger.answer();
    if (tried.missing !== missing) tried = { missing, tries: 0 };
    if (tried.tries >= MAX_TRIES) return;
    tried = { missing, tries: tried.tries + 1 };
    await take(signal, () => log.fillHoles(signal));
    if (ledger.holes(1).length > 0) return;
    forget();
    log.allowBundle();
  }

  /** Holes that were given up may be requested again. */
  function forget(): void {
    tried = { missing: 0, tries: 0 };
  }

  return { take, fillHoles, forget };
}
