/** Found secrets as a table and as JSON: marks, places and ways, never a value. Pure. */
import { countOf } from '@openwop-inspector/base';
import type { FoundSecret, SecretScan, SecretStep } from '@openwop-inspector/run-log';
import { blank, cutLine, dim, type Line, line, name, plain, strong } from '../terminal/line.ts';
import { eventHead } from './event-words.ts';

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
export function secretsReport(scan: SecretScan, width: number | null): readonly Line[] {
  const { secrets, beyond, hasCauses } = scan;
  const withRun = new Set(secrets.flatMap(({ flow }) => flow.map(({ row }) => row.runId))).size > 1;
  const lines = secrets.flatMap((secret) => [...secretLines(secret, withRun), blank]);
  if (beyond > 0)
    lines.push(line(`${countOf(beyond, 'place')} of further secrets, which are not told one by one`));
  if (secrets.length > 0 && !hasCauses)
    lines.push(line(dim('The log names no causes: events are in its order.')));
  return [...lines, closing(scan)].map((one) => cutLine(one, width));
}

function secretLines(secret: FoundSecret, withRun: boolean): readonly Line[] {
  const { mark, kind, by, events, isBeside, pointer, flow } = secret;
  const where = [
    events > 0 ? `in ${countOf(events, 'event')}` : '',
    isBeside ? 'beside the events' : '',
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

/** What `--json` prints. */
export function secretsDocument({ secrets, beyond, events, hasCauses }: SecretScan, files: number) {
  return {
    ...{ files, events, beyond, hasCauses },
    secrets: secrets.map(({ flow, isBeside: beside, ...secret }) => ({
      ...secret,
      beside,
      flow: flow.map((step) => stepDocument(step, flow)),
    })),
  };
}

function stepDocument({ row, from }: SecretStep, flow: readonly SecretStep[]) {
  const { runId, sequence, eventId, type, nodeId } = row;
  return {
    runId,
    sequence,
    eventId,
    type,
    nodeId,
    from: from === null ? null : (flow[from]?.row.eventId ?? null),
  };
}
