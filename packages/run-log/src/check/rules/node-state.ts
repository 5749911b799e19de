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

/** What is known of the present execution of a node. Ordinals are -1 for what was not seen. About 200 bytes. */
export class NodeState {
  /** The `node.started` of the execution; -1 where it was not seen, or another event continues it. */
  readonly startedAt: number;
  /** True when executions of the node overlap: whose events are whose cannot be known any more. */
  readonly isBlurred: boolean;
  cuts = new Cuts();
  refusal = -1;
  /** `model.capability.insufficient`, until the node has ended or starts again. */
  insufficient = -1;
  /** The first envelope since then was found. */
  hasEnvelope = false;
  breach = -1;
  /** The failure by which a rejected approval of v2 ended the node, until the node starts again. */
  rejected = -1;
  latestRetry = -1;
  exhaustion: Exhaustion | null = null;
  /** True once retries of any envelope were exhausted in this execution. */
  isExhausted = false;
  /** Of envelopes that may still be retried, how many have come to attempt `k`; none until one has. */
  private attempts: number[] = [];
  /** False when the start was not seen: attempts of before may count or not. */
  private countsAttempts: boolean;

  constructor(startedAt: number, isBlurred: boolean) {
    this.startedAt = startedAt;
    this.isBlurred = isBlurred;
    this.countsAttempts = startedAt >= 0 && !isBlurred;
  }

  forgetAttempts(): void {
    this.countsAttempts = false;
    this.attempts = [];
  }

  /**
   * Takes a retry. False when no envelope of this execution has come to the attempt before it, however many of them
   * run side by side.
   */
  retry(attempt: number): boolean {
    if (!this.countsAttempts) return true;
    if (attempt < 2 || attempt > MAX_ATTEMPT) {
      this.forgetAttempts();
      return true;
    }
    const before = attempt === 2 ? Number.POSITIVE_INFINITY : this.attemptsAt(attempt - 1);
    const fits = before > this.attemptsAt(attempt);
    if (fits) this.attempts[attempt] = this.attemptsAt(attempt) + 1;
    else this.forgetAttempts();
    return fits;
  }

  /** Takes the end of all retries of one envelope. False when none of this execution can have had that many attempts. */
  exhaust(total: number): boolean {
    if (!this.countsAttempts) return true;
    if (total < 1 || total > MAX_ATTEMPT) {
      this.forgetAttempts();
      return total < 1;
    }
    const further = total === MAX_ATTEMPT ? 0 : this.attemptsAt(total + 1);
    const fits = total === 1 || this.attemptsAt(total) > further;
    if (fits) for (let k = 2; k <= total; k++) this.attempts[k] = this.attemptsAt(k) - 1;
    else this.forgetAttempts();
    return fits;
  }

  private attemptsAt(attempt: number): number {
    return this.attempts[attempt] ?? 0;
  }
}
