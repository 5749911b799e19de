import type { Intake } from './intake.ts';
import type { JsonLog } from './json-log.ts';
import type { StatusBoard } from './status-board.ts';

/** Automatic fetches of the same holes. */
const MAX_TRIES = 4;

/** Reads of the JSON log, one at a time, and the holes they are to fill. */
export class Filling {
  private before: Promise<unknown> = Promise.resolve();
  private tried = { missing: 0, tries: 0 };
  private readonly log: JsonLog;
  private readonly intake: Intake;
  private readonly board: StatusBoard;

  constructor(log: JsonLog, intake: Intake, board: StatusBoard) {
    this.log = log;
    this.intake = intake;
    this.board = board;
  }

  /** Runs a read when those before it are done. */
  take<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> {
    const turn = this.before.then(async () => {
      this.board.isFilling = true;
      this.board.tell();
      try {
        return await read();
      } finally {
        this.board.isFilling = false;
        if (!signal.aborted) this.board.tell();
      }
    });
    this.before = turn.catch(() => {});
    return turn;
  }

  /** Asks for what is missing, at once and a few times more; what the host does not have stays a hole. */
  async fillHoles(signal: AbortSignal): Promise<void> {
    if (this.intake.ledger.holes(1).length === 0) return;
    const { missing } = this.intake.ledger.answer();
    if (this.tried.missing !== missing) this.tried = { missing, tries: 0 };
    if (this.tried.tries >= MAX_TRIES) return;
    this.tried = { missing, tries: this.tried.tries + 1 };
    await this.take(signal, () => this.log.fillHoles(signal));
    if (this.intake.ledger.holes(1).length > 0) return;
    this.forget();
    this.log.allowBundle();
  }

  /** Holes that were given up may be asked for again. */
  forget(): void {
    this.tried = { missing: 0, tries: 0 };
  }
}
