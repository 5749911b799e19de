/** The critical path of a run as a table. Pure. */
import { formatCount, formatDuration, formatShare, formatSinceStart } from '@openwop-inspector/base';
import {
  type CriticalPath,
  PATH_WORDS,
  type PathStep,
  pathLinkWords,
  pathShareWords,
} from '@openwop-inspector/run-log';
import { dim, type Line, line, plain, type Span, strong } from '../terminal/line.ts';
import { type Column, table } from '../terminal/table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'CRITICAL PATH', shrinksTo: 14, max: 48 },
  ...(['SINCE START', 'TIME', 'SHARE'] as const).map((title) => ({ title, align: 'right' as const })),
  { title: 'NODE', shrinksTo: 10, max: 32 },
];

/** Its steps in order of time, then what the time was spent on and how the steps are linked. */
export function pathLines(path: CriticalPath, width: number | null): readonly Line[] {
  const { steps, total, runId, durationMs, ended } = path;
  const left = total - steps.length;
  const more = left === 0 ? [] : [line(dim(`and ${formatCount(left)} shorter ones; --limit shows them`))];
  return [
    ...table(
      COLUMNS,
      steps.map((step) => cells(step, path)),
      width,
    ),
    ...more,
    line(
      strong(`${formatDuration(durationMs)}${ended ? '' : ' so far'}`),
      dim(` of ${runId}: ${pathShareWords(path)}; ${pathLinkWords(path)}`),
    ),
  ];
}

function cells(
  { kind, fromMs, toMs, nodeId }: PathStep,
  { startMs, durationMs }: CriticalPath,
): readonly Span[] {
  return [
    plain(PATH_WORDS[kind]),
    plain(formatSinceStart(fromMs - startMs)),
    plain(formatDuration(toMs - fromMs)),
    plain(formatShare(toMs - fromMs, durationMs)),
    nodeId === null ? dim('–') : plain(nodeId),
  ];
}
