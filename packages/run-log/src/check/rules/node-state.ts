/** What the rules of a log know of one node of a run, while its events pass by. */

/** Attempts of one envelope at most (run-events 3.2.7). */
export const MAX_ATTEMPT = 16;

/** Retries of an envelope that were exhausted, until the node has failed or gone on. */
export interface Exhaustion {
  readonly row: number;
  /** As recorded; empty when it is no text. */
  readonly reason: string;
  /** A breach since then: of the kind `schema`, of another kind, of one that cannot be read; or none. */
  cap: 'schema' | 'other' | 'unknown' | 'none';
}

/** Answers that were cut, and what was retried behind them, in one execution of a node. */
export class Cuts {
  /** The cut that nothing of the node has followed yet. */
  direct = -1;
  private open = 0;
  private isKnown = true;
  private found: { readonly row: number; readonly cut: number; readonly reason: string } | null = null;

  cut(row: number): void {
    this.open++;
    this.direct = row;
  }

  /** A retry or an end that was recorded as one of truncation. */
  follow(): void {
    this.open--;
    this.direct = -1;
  }

  /** One that was recorded for another reason. */
  otherwise(row: number, reason: string): void {
    if (this.direct >= 0) this.found ??= { row, cut: this.direct, reason };
    this.direct = -1;
  }

  /** A reason that may be any: nothing can be said any more. */
  forget(): void {
    this.isKnown = false;
    this.direct = -1;
  }

  /** When the execution is over: the first one with a wrong reason, unless every cut was followed by a right one. */
  wrong(): { readonly row: number; readonly cut: number; readonly reason: string } | null {
    return this.isKnown && this.open > 0 ? this.found : null;
  }
}

/** Ordinals are -1 for what was not seen. About 200 bytes. */
export class NodeState {
  /** True between the start of the node and its end. */
  isRunning = false;
  /** True when executions of the node overlap: whose events are whose cannot be known any more. */
  isBlurred = false;
  cuts = new Cuts();
  refusal = -1;
  /** `model.capability.insufficient`, until the node has ended or starts again. */
  insufficient = -1;
  /** The first envelope since then was found. */
  hasEnvelope = false;
  breach = -1;
  latestRetry = -1;
  startedAt = -1;
  exhaustion: Exhaustion | null = null;
  /** True once retries of any envelope were exhausted in this execution. */
  isExhausted = false;
  /** Of envelopes that may still be retried, how many have come to attempt `k`; null when the start was not seen. */
  private attempts: number[] | null = null;

  /** A new execution begins, by `node.started`; or one goes on, whose earlier attempts may count or not. */
  begin(startedAt: number): void {
    const isStart = startedAt >= 0;
    if (isStart && this.isRunning) this.isBlurred = true;
    this.end();
    this.lack(-1);
    this.isRunning = isStart;
    this.startedAt = startedAt;
    if (isStart && !this.isBlurred) this.attempts = new Array<number>(MAX_ATTEMPT + 1).fill(0);
  }

  /** The model lacked a capability at this row; -1 for none. */
  lack(row: number): void {
    this.insufficient = row;
    this.hasEnvelope = false;
  }

  /** The execution is over. */
  end(): void {
    this.isRunning = false;
    this.cuts = new Cuts();
    this.latestRetry = -1;
    this.startedAt = -1;
    this.refusal = -1;
    this.breach = -1;
    this.exhaustion = null;
    this.isExhausted = false;
    this.attempts = null;
  }

  forgetAttempts(): void {
    this.attempts = null;
  }

  /**
   * Takes a retry. False when no envelope of this execution has come to the attempt before it, however many of them
   * run side by side.
   */
  retry(attempt: number): boolean {
    const { attempts } = this;
    if (attempts === null) return true;
    if (attempt < 2 || attempt > MAX_ATTEMPT) {
      this.attempts = null;
      return true;
    }
    const before = attempt === 2 ? Number.POSITIVE_INFINITY : (attempts[attempt - 1] as number);
    const fits = before > (attempts[attempt] as number);
    if (fits) attempts[attempt] = (attempts[attempt] as number) + 1;
    else this.attempts = null;
    return fits;
  }

  /** Takes the end of all retries of one envelope. False when none of this execution can have had that many attempts. */
  exhaust(total: number): boolean {
    const { attempts } = this;
    if (attempts === null) return true;
    if (total < 1 || total > MAX_ATTEMPT) {
      this.attempts = null;
      return total < 1;
    }
    const further = total === MAX_ATTEMPT ? 0 : (attempts[total + 1] as number);
    const fits = total === 1 || (attempts[total] as number) > further;
    if (fits) for (let k = 2; k <= total; k++) attempts[k] = (attempts[k] as number) - 1;
    else this.attempts = null;
    return fits;
  }
}
