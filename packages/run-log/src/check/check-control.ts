/** Bytes of an event at most that is parsed for the checks. */
export const MAX_CHECKED = 8 * 1024 * 1024;

/** How the caller of the checks lets others run in between, and stops them. */
export interface CheckRun {
  readonly isCancelled: () => boolean;
  /** Lets others in between; resolves when the checks may go on. */
  readonly rest: () => Promise<void>;
  /** Called every now and then with how many events were checked. */
  readonly onProgress: (checked: number) => void;
}
