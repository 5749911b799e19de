import { formatCount, isRecord } from '@openwop-inspector/base';

/** What a host says of events that it left out of a document (bundles section 2). */
export type HostTruncation = NonNullable<ReturnType<typeof hostTruncation>>;

const CODE = /^[\w.-]{1,64}$/;

/**
 * What the host declares in the members next to `entries` events: `truncated`, a reason, the count before truncation, or
 * a limit that has been reached. Null when it declares nothing of the kind.
 */
export function hostTruncation(header: ReadonlyMap<string, unknown>, entries: number) {
  const metrics = header.get('metrics');
  const numberOf = (name: string): number => {
    const own = header.get(name) ?? (isRecord(metrics) ? metrics[name] : undefined);
    return typeof own === 'number' ? own : Number.NaN;
  };
  const said = header.get('truncatedReason');
  const hasReason = typeof said === 'string' && said !== '';
  const original = numberOf('truncatedOriginalCount');
  const limit = numberOf('maxEvents');
  const isDeclared = header.get('truncated') === true || hasReason || original > entries || limit <= entries;
  if (!isDeclared) return null;
  const full = Number.isNaN(original) ? numberOf('eventCount') : original;
  return {
    /** Events that it left out; infinite when it does not say how many. */
    leftOut: full > entries ? full - entries : Number.POSITIVE_INFINITY,
    /** The reason, when it is a code; free text is not repeated. */
    reason: hasReason && CODE.test(said) ? said : null,
  };
}

/** One sentence about it. */
export function truncationText({ leftOut, reason }: HostTruncation, entries: number): string {
  const count = Number.isFinite(leftOut)
    ? `${formatCount(entries)} of ${formatCount(entries + leftOut)} are in the file`
    : 'how many it does not say';
  return `The host says that it left events out: ${count}${reason === null ? '' : ` (${reason})`}`;
}

/** The events that a host has declared missing, taken off as holes in the log are found. */
export class LeftOut {
  private left: number;

  constructor(count: number) {
    this.left = count;
  }

  /** True when a hole of `missing` events is among those that the host left out. */
  covers(missing: number): boolean {
    if (missing > this.left) return false;
    this.left -= missing;
    return true;
  }
}
