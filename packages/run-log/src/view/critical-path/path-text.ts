/** A critical path in words, the same in the window and on the command line. */
import { countOf, formatDuration, formatShare, type MaskedText } from '@openwop-inspector/base';
import type { LaneSpan } from '../lanes/lane-marks.ts';

/** What a stretch of a run's time was spent on; queueing is time in which nothing on the critical path went on. */
export type PathKind = 'working' | 'waitingForPeople' | 'waitingForSystems' | 'queueing';

/** How it is known that the end of a stretch let the next one begin, or the run end. */
export type PathLink =
  /** The same event of the same node ended the one and began the other. */
  | 'sameEvent'
  /** A recorded `causationId` leads from the next one back into this one. */
  | 'cause'
  /** No recorded cause tells; of all that had ended by then it ended last. */
  | 'time';

/** A stretch of a critical path. Times in epoch ms; stretches do not overlap and leave nothing out. */
export interface PathStep {
  readonly kind: PathKind;
  readonly fromMs: number;
  readonly toMs: number;
  /** The node at work or waiting; of queueing the node that began behind it, null where the run began or ended. */
  readonly nodeId: MaskedText | null;
  /** How its span ended; null for queueing. */
  readonly state: LaneSpan['state'] | null;
  /** What leads from it to the step behind it; null for queueing. */
  readonly link: PathLink | null;
  /** The event its span begins with; of queueing the event that ends the queueing. */
  readonly ordinal: number;
  /** The event its span ends with; null for queueing, and where it is not in the log. */
  readonly endOrdinal: number | null;
}

/** The chain of spans that determines when a run ends. */
export interface CriticalPath {
  readonly runId: MaskedText;
  /** Duration of the run, from its first event to its end or to the last event there is. */
  readonly startMs: number;
  readonly durationMs: number;
  /** False for a run whose end is not in the log. */
  readonly ended: boolean;
  /** Sums in ms over all steps; together they are the duration of the run. */
  readonly sums: Readonly<Record<PathKind, number>>;
  /** Spans on the path by what links them; together they are all spans on it. */
  readonly links: Readonly<Record<PathLink, number>>;
  /** In order of time; of a long path the longest. */
  readonly steps: readonly PathStep[];
  /** Steps in all. */
  readonly total: number;
}

/** What a step was spent on. */
export const PATH_WORDS: Readonly<Record<PathKind, string>> = {
  working: 'working',
  waitingForPeople: 'waiting for people',
  waitingForSystems: 'waiting for another system',
  queueing: 'queueing',
};

/** What leads from a step to the one behind it. */
export const LINK_WORDS: Readonly<Record<PathLink, string>> = {
  sameEvent: 'same event',
  cause: 'recorded cause',
  time: 'by time',
};

const KINDS: readonly PathKind[] = ['working', 'waitingForPeople', 'waitingForSystems', 'queueing'];

/** `working 26.4 s (20%), waiting for people 1 min 44 s (78%), queueing 2.1 s (2%)`; waits for systems only if there are. */
export function pathShareText({ sums, durationMs }: CriticalPath): string {
  return KINDS.filter((kind) => kind !== 'waitingForSystems' || sums[kind] > 0)
    .map(
      (kind) => `${PATH_WORDS[kind]} ${formatDuration(sums[kind])} (${formatShare(sums[kind], durationMs)})`,
    )
    .join(', ');
}

/** Says how the steps are linked, and above all where no recorded cause links them. */
export function pathLinkText({ links: { cause, time, sameEvent } }: CriticalPath): string {
  if (cause === 0 && time === 0) return `${countOf(sameEvent, 'link')} inside nodes`;
  if (cause === 0) return 'no recorded cause links the nodes, so they are linked by time within the run';
  const linked = countOf(cause, 'link');
  return time === 0
    ? `${linked} by recorded causes`
    : `${linked} by recorded causes, ${time} by time within the run`;
}
