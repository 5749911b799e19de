/** How the process of a session ended. */
export interface ProcessEnd {
  /** Exit status; null when a signal ended it, or it never ran. */
  readonly status: number | null;
  readonly signal: string | null;
  /** The end of what it wrote to its standard error: at most 4 KiB. Never shown. */
  readonly said: string;
}

/** A process that runs one session. Texts cross as they are; what they say is checked by who reads them. */
export interface SessionProcess {
  /** Null until the system has given one. */
  readonly pid: number | null;
  /** A process that is gone takes nothing, without a word. */
  send(text: string): void;
  onText(take: (text: unknown) => void): void;
  /** Told once, also when the process could not be started. */
  onEnd(take: (end: ProcessEnd) => void): void;
  /** Ends it at once, whatever it is busy with. */
  kill(): void;
  /** Bytes of memory that the process has in use by the system's account; null where the system cannot be asked. */
  memoryBytes(): number | null;
}

/** Starts the process of one session. `heapMb` is the limit of its JavaScript heap where the system lets one be set. */
export type StartSession = (heapMb: number) => SessionProcess;
