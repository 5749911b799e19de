/** How a long session stood at a moment. */
export interface SoakSample {
  /** Since the beginning. */
  readonly seconds: number;
  readonly isMinimised: boolean;
  /** Events in the window's list. */
  readonly shown: number;
  /** Events that the list is behind the host. */
  readonly behind: number;
  readonly ledger: string;
  /** Resident memory, in bytes; null where the system does not tell. */
  readonly shellBytes: number | null;
  readonly windowBytes: number | null;
  /** Heaps as they are, garbage included, in bytes. */
  readonly windowHeapBytes: number;
  readonly workerHeapBytes: number;
  readonly bufferBytes: number;
}

const COLUMNS = [
  'seconds',
  'isMinimised',
  'shown',
  'behind',
  'shellBytes',
  'windowBytes',
  'windowHeapBytes',
  'workerHeapBytes',
  'bufferBytes',
  'ledger',
] as const satisfies readonly (keyof SoakSample)[];

/** The heading of the samples as CSV. */
export const SOAK_HEADING = `${COLUMNS.join(',')}\n`;

/** A sample as a line of CSV. */
export function soakLine(sample: SoakSample): string {
  const cells = COLUMNS.map((column) => {
    const value = sample[column];
    if (typeof value === 'string') return `"${value.replaceAll('"', '""')}"`;
    return value === null ? '' : String(value);
  });
  return `${cells.join(',')}\n`;
}
