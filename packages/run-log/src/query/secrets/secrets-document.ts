/** Secrets that hosts failed to remove in words: each by its mark, then the events that contain it, causes first. */
import { countOf } from '@openwop-inspector/base';
import {
  type Block,
  blank,
  cut,
  dim,
  type Line,
  line,
  name,
  plain,
  strong,
} from '@openwop-inspector/base/document';
import { eventHead } from '../rows/event-rows.ts';
import type { FoundSecret, SecretScan } from './scan-secrets.ts';

const BY: Readonly<Record<FoundSecret['by'], string>> = {
  shape: 'by its shape',
  name: 'by its name',
  entropy: 'by its name and its random characters',
  token: 'a live token',
  canary: 'your canary',
};

/** Depth of a step beyond which it is not moved further to the right. */
const MAX_INDENT = 8;

/** The report: each secret, then the events that hold it, causes first. */
export function secretsDocument(scan: SecretScan): readonly Block[] {
  const { secrets, beyond, hasCauses } = scan;
  const withRun = new Set(secrets.flatMap(({ flow }) => flow.map(({ row }) => row.runId))).size > 1;
  const lines = [
    ...secrets.flatMap((secret) => [...secretLines(secret, withRun), blank]),
    ...(beyond > 0 ? [line(`${countOf(beyond, 'place')} of further secrets, not listed one by one`)] : []),
    ...(secrets.length > 0 && !hasCauses
      ? [line(dim('The log names no causes: events are in its order.'))]
      : []),
    closing(scan),
  ];
  return lines.map((one) => cut(...one));
}

function secretLines(secret: FoundSecret, withRun: boolean): readonly Line[] {
  const { mark, kind, by, events, isOutside, pointer, flow } = secret;
  const where = [
    events > 0 ? `in ${countOf(events, 'event')}` : '',
    isOutside ? 'outside the events' : '',
  ].filter((one) => one !== '');
  const at = pointer === null || pointer === '' ? [] : [dim('  at '), name(pointer)];
  const head = line(strong(mark), `  ${kind}, ${BY[by]}, ${where.join(' and ')}`);
  const depths: number[] = [];
  const steps = flow.map((step, i) => {
    const depth = step.from === null ? 0 : (depths[step.from] ?? 0) + 1;
    depths.push(depth);
    const way = step.from === null ? 'enters  ' : '→ ';
    const indent = ' '.repeat(2 + 2 * Math.min(depth, MAX_INDENT));
    return [plain(indent), dim(way), ...eventHead(step.row, { withRun }), ...(i === 0 ? at : [])];
  });
  const left = events - flow.length;
  return [head, ...steps, ...(left > 0 ? [line(dim(`  and ${countOf(left, 'event')} more`))] : [])];
}

function closing({ secrets, events }: SecretScan): Line {
  const found = secrets.length === 0 ? 'No secret' : countOf(secrets.length, 'secret');
  return line(dim(`${found} in ${countOf(events, 'event')}`));
}
