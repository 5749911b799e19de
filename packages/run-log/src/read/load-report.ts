import type { LoadProgress } from '../answers.ts';
import type { ReadProgress } from './read-source.ts';

/** Tells how far a load is: the first rows at once, the rest at most ten times a second. */
export class LoadReport {
  progress: ReadProgress = { format: null, gzip: false, bytesRead: 0, bytesTotal: null };
  private readonly startedAt = performance.now();
  private readonly onProgress: ((progress: LoadProgress) => void) | undefined;
  private lastAt = -1000;

  constructor(onProgress: ((progress: LoadProgress) => void) | undefined) {
    this.onProgress = onProgress;
  }

  get elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  tell(phase: LoadProgress['phase'], format: LoadProgress['format'], events: number): void {
    if (this.onProgress === undefined) return;
    const now = performance.now();
    const isFirst = this.lastAt < 0 && events > 0;
    if (phase === 'reading' && !isFirst && now - this.lastAt < 100) return;
    this.lastAt = events > 0 ? now : this.lastAt;
    const { gzip, bytesRead, bytesTotal } = this.progress;
    this.onProgress({ phase, format, gzip, bytesRead, bytesTotal, events, elapsedMs: now - this.startedAt });
  }
}
