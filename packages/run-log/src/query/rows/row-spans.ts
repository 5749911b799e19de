/** How long what events end has taken: executions of nodes, runs, calls of tools. */
import type { EventAct } from '@openwop-inspector/events';
import type { LoadedLog } from '../loaded-log.ts';
import { actsByRow, CarriedPasses } from './rows.ts';

/** Acts that end an execution of a node. */
export const NODE_ENDS: ReadonlySet<EventAct | undefined> = new Set([
  'nodeCompleted',
  'nodeFailed',
  'nodeSuspendFailed',
  'nodeCancelled',
]);
/** Acts that end a run. */
export const RUN_ENDS: ReadonlySet<EventAct | undefined> = new Set([
  'runCompleted',
  'runFailed',
  'runCancelled',
  'runDeadLettered',
]);

/** Takes rows in display order. */
class SpanPass {
  private readonly log: LoadedLog;
  private readonly actOf: (row: number) => EventAct | undefined;
  private readonly nodes = new Map<number, number>();
  private readonly runs = new Map<number, number>();
  /** Times of calls by their row: an answer that is before its call answers none. */
  private readonly calls = new Map<number, number>();
  private readonly tookMs = new Map<number, number>();

  constructor(log: LoadedLog) {
    this.log = log;
    this.actOf = actsByRow(log);
  }

  /** In ms by the times of both events; NaN where an event ends nothing that was seen to begin. */
  of(row: number): number {
    return this.tookMs.get(row) ?? Number.NaN;
  }

  take(row: number): void {
    const { columns } = this.log.index;
    const act = this.actOf(row);
    const run = columns.run[row] as number;
    const time = columns.time[row] as number;
    const node = columns.nodeKey(row);
    if (act === 'nodeStarted') this.nodes.set(node, time);
    else if (act === 'runStarted') this.runs.set(run, time);
    else if (act === 'toolCalled') this.calls.set(row, time);
    else if (act === 'toolReturned') this.note(row, this.calledAt(row));
    else if (NODE_ENDS.has(act)) {
      this.note(row, this.nodes.get(node));
      this.nodes.delete(node);
    } else if (RUN_ENDS.has(act)) this.note(row, this.runs.get(run));
  }

  private note(row: number, since: number | undefined): void {
    const took = (this.log.index.columns.time[row] as number) - (since ?? Number.NaN);
    if (took >= 0) this.tookMs.set(row, took);
  }

  /** The time of the call that an answer names as its cause. */
  private calledAt(row: number): number | undefined {
    const { columns, byId } = this.log.index;
    const [a, b] = [columns.causeA[row] as number, columns.causeB[row] as number];
    return a === 0 && b === 0 ? undefined : this.calls.get(byId.get(a, b));
  }
}

const passes = new CarriedPasses<SpanPass>((pass, row) => pass.take(row));

/** The time that each event's span took. O(rows that came since the last call). */
export function spansOf(log: LoadedLog): { of(row: number): number } {
  return passes.over(log.order, () => new SpanPass(log));
}
