import { type Faults, type FaultyAnswer, type FaultyPath, NO_FAULTS } from './faults.ts';

/** The faults that are on, for all runs and for single ones, and how often each has struck. */
export class FaultSwitch {
  #general: Faults;
  readonly #ofRun = new Map<string, Partial<Faults>>();
  readonly #struck = new Map<object, number>();

  constructor(faults: Partial<Faults>) {
    this.#general = { ...NO_FAULTS, ...faults };
  }

  /** Turns faults on or off from now on; what is not named stays. For one run when it is named. */
  set(faults: Partial<Faults>, runId?: string): void {
    if (runId === undefined) this.#general = { ...this.#general, ...faults };
    else this.#ofRun.set(runId, { ...this.#ofRun.get(runId), ...faults });
  }

  of(runId: string | null): Faults {
    return { ...this.#general, ...(runId === null ? {} : this.#ofRun.get(runId)) };
  }

  /** The wrong answer that this request gets, counted; null for none. */
  answer(runId: string | null, path: FaultyPath): FaultyAnswer | null {
    const { answers } = this.of(runId);
    const wrong = answers.find(
      (answer) => (answer.on === path || answer.on === 'any') && this.#isLeft(answer),
    );
    return wrong !== undefined && this.strike(wrong) ? wrong : null;
  }

  /** Counts one more strike of a fault; false when it has struck as often as it may. */
  strike(fault: { readonly times?: number }): boolean {
    if (!this.#isLeft(fault)) return false;
    this.#struck.set(fault, (this.#struck.get(fault) ?? 0) + 1);
    return true;
  }

  #isLeft(fault: { readonly times?: number }): boolean {
    return (this.#struck.get(fault) ?? 0) < (fault.times ?? Number.POSITIVE_INFINITY);
  }
}
