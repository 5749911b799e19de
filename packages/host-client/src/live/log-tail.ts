import { pause } from './clock.ts';
import type { Filling } from './filling.ts';
import type { Intake } from './intake.ts';
import type { JsonLog, LogReading } from './json-log.ts';
import type { Clock, LiveTimings } from './live-run.ts';
import type { Snapshots } from './snapshots.ts';

/** Tries to get what the end of a run promises, and what comes behind it. */
export const END_TRIES = 3;

export interface TailParts {
  readonly clock: Clock;
  readonly timings: LiveTimings;
  readonly intake: Intake;
  readonly log: JsonLog;
  readonly filling: Filling;
  readonly snapshots: Snapshots;
}

/** Reads of the JSON log from where it was read to, and to its end when the run is over (sections 6.3 and 7). */
export class LogTail {
  /** The newest read was answered. */
  isAnswering = false;
  private readonly of: TailParts;

  constructor(of: TailParts) {
    this.of = of;
  }

  /** From where the log was read to, or from the newest event when the stream told all that can be had of the log. */
  async read(
    signal: AbortSignal,
    { isNews = false, pages }: { readonly isNews?: boolean; readonly pages?: number } = {},
  ): Promise<LogReading> {
    const { log, intake } = this.of;
    const read = await this.of.filling.take(signal, () => {
      if (!intake.isStreamPoorer || log.unread !== null) log.skipTo(intake.ledger.lastSequence);
      return log.readOn(signal, isNews, pages);
    });
    this.isAnswering = read.kind === 'read';
    return read;
  }

  /** Reads the JSON log to its end, until it has the terminal event, then what is missing. True when it could be read. */
  async readRest(signal: AbortSignal): Promise<boolean> {
    const { log, intake, filling } = this.of;
    let isRead = false;
    for (let tries = 0; tries < END_TRIES && log.canPoll !== false && !signal.aborted; tries++) {
      if (tries > 0) await pause(this.of.clock, this.of.timings.pollEveryMs, signal);
      const read = await this.read(signal);
      if (read.kind === 'error') log.noteError(read.error, this.of.snapshots.isRunKnown);
      isRead ||= read.kind === 'read';
      if (read.kind === 'read' && intake.isTerminalSeen) break;
    }
    if (isRead) await this.readBehindEnd(signal);
    const isEndKnown = intake.isTerminalSeen || (log.isWhole && log.isEndRead);
    intake.ledger.settle({ hasEnded: true, isLogWhole: log.isWhole, isEndKnown });
    if (intake.ledger.holes(1).length > 0) await filling.take(signal, () => log.fillHoles(signal));
    if (!isRead && !intake.isTerminalSeen) await filling.take(signal, () => log.readBundle(signal, true));
    return isRead;
  }

  /**
   * Looks once more where events may come behind the terminal one: nodes of a cancelled run go on for a while, and some
   * hosts then log a second end. As long as that brings anything, a few times.
   */
  private async readBehindEnd(signal: AbortSignal): Promise<void> {
    const { log, intake, clock, timings } = this.of;
    for (let tries = 0; tries < END_TRIES && log.canPoll !== false && intake.mayGoOn; tries++) {
      await pause(clock, timings.pollEveryMs, signal);
      if (signal.aborted) return;
      const read = await this.read(signal);
      if (read.kind === 'error' || read.brought === 0) return;
    }
  }
}
