import type { OneRun, RunLog } from '@openwop-inspector/run-log';

/** What is read of: a log, or one run of it. */
type ReadOf = RunLog | OneRun;

interface CachedAnswer<Answer> {
  readonly log: ReadOf;
  readonly name: string;
  readonly answer: Promise<Answer>;
}

const caches = new Set<RecentAnswers<unknown>>();

/** Drops everything that was read from a closed log. */
export function dropAnswers(log: ReadOf): void {
  for (const cache of caches) cache.drop(log);
}

/** Cache of the last few things read from logs, newest first. Failures are not cached. */
export class RecentAnswers<Answer> {
  readonly #most: number;
  readonly #cached: CachedAnswer<Answer>[] = [];

  constructor(most: number) {
    this.#most = most;
    caches.add(this);
  }

  /** The answer of this name, made when it is not cached. */
  of(log: ReadOf, name: string, make: () => Promise<Answer>): Promise<Answer> {
    const known = this.#cached.find((one) => one.log === log && one.name === name);
    if (known !== undefined) return known.answer;
    const own: CachedAnswer<Answer> = { log, name, answer: make() };
    this.#cached.unshift(own);
    this.#cached.length = Math.min(this.#cached.length, this.#most);
    // A failure reaches the caller; the next request tries again.
    own.answer.catch(() => this.#forget((one) => one === own));
    return own.answer;
  }

  drop(log: ReadOf): void {
    this.#forget((one) => one.log === log);
  }

  #forget(isMeant: (one: CachedAnswer<Answer>) => boolean): void {
    for (let at = this.#cached.length - 1; at >= 0; at -= 1) {
      const one = this.#cached[at];
      if (one !== undefined && isMeant(one)) this.#cached.splice(at, 1);
    }
  }
}
