import type { ByteSource, LoadProgress } from '@openwop-inspector/run-log';
import { Session } from './session.ts';

/** Callbacks of a live session, and the jobs it yields to. */
interface LiveTelling {
  readonly progress: (progress: LoadProgress) => void;
  /** Sends a summary of what the log shows; resolves when it is sent. */
  readonly summary: () => Promise<void>;
  /** Resolves when no job runs. */
  readonly whenIdle: () => Promise<void>;
}

/** Delay between the request and a summary that nothing new has caused, in ms. */
const LATER_MS = 300;

/**
 * A session whose source grows. A summary is sent of whatever a refresh shows: when the source is read as far as it goes,
 * and after that whenever `grow` has brought something, at a rate that the log chooses. Then the checks of new payloads
 * follow, and a summary when they found something.
 */
export function liveSession(source: ByteSource, telling: LiveTelling): Session {
  const follower = new Follower(telling);
  const session: Session = new Session(source, {
    grows: true,
    onProgress: (progress) => {
      // Behind the first read a live session is settled, whatever is checked.
      if (progress.phase !== 'checks') telling.progress(progress);
    },
    onRefresh: () => follower.refreshed(session),
  });
  session.reportLater = () => follower.reportLater();
  session.stop.signal.addEventListener('abort', () => follower.stop());
  return session;
}

class Follower {
  private readonly telling: LiveTelling;
  private isChecking = false;
  private isCheckDue = false;
  private isStopped = false;
  private later: ReturnType<typeof setTimeout> | null = null;
  private sent: Promise<void> = Promise.resolve();

  constructor(telling: LiveTelling) {
    this.telling = telling;
  }

  async refreshed(session: Session): Promise<void> {
    await this.tellNow();
    if (session.log.hasOldCounts) this.reportLater();
    void this.checkNew(session);
  }

  reportLater(): void {
    if (!this.isStopped) this.later ??= setTimeout(() => void this.tellNow(), LATER_MS);
  }

  stop(): void {
    this.isStopped = true;
    if (this.later !== null) clearTimeout(this.later);
  }

  /** Summaries are sent one after the other, so that the newest is the last. */
  private tellNow(): Promise<void> {
    if (this.later !== null) clearTimeout(this.later);
    this.later = null;
    this.sent = this.sent.then(() => this.telling.summary());
    return this.sent;
  }

  /** One run of checks at a time; what came meanwhile is checked by the next. */
  private async checkNew({ log, stop }: Session): Promise<void> {
    this.isCheckDue = true;
    if (this.isChecking) return;
    this.isChecking = true;
    const before = log.index.problems.size;
    const wasKnown = log.checked.known;
    while (this.isCheckDue && !this.isStopped) {
      this.isCheckDue = false;
      await log.runChecks(stop.signal, this.telling.whenIdle);
    }
    this.isChecking = false;
    if (log.index.problems.size !== before || log.checked.known !== wasKnown) this.reportLater();
  }
}
