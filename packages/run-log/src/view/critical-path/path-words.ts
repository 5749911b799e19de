/** A critical path in words, the same in the window and on the command line. */
import { countOf, formatDuration, formatShare } from '@openwop-inspector/base';
import type { CriticalPath, PathKind, PathLink } from '../../time-answers.ts';

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
export function pathShareWords({ sums, durationMs }: CriticalPath): string {
  return KINDS.filter((kind) => kind !== 'waitingForSystems' || sums[kind] > 0)
    .map(
      (kind) => `${PATH_WORDS[kind]} ${formatDuration(sums[kind])} (${formatShare(sums[kind], durationMs)})`,
    )
    .join(', ');
}

/** Says how the steps are linked, and above all where no recorded cause links them. */
export function pathLinkWords({ links: { cause, time, sameEvent } }: CriticalPath): string {
  if (cause === 0 && time === 0) return `${countOf(sameEvent, 'link')} inside nodes`;
  if (cause === 0) return 'no recorded cause links the nodes, so they are linked by time within the run';
  const linked = countOf(cause, 'link');
  return time === 0
    ? `${linked} by recorded causes`
    : `${linked} by recorded causes, ${time} by time within the run`;
}
