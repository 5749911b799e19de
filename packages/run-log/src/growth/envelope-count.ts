import type { CausalGraph } from '../graph/causal-graph.ts';
import type { LoadedLog } from '../view/loaded-log.ts';
import { countLogicalEnvelopes } from '../view/logical-envelopes.ts';

/** A count is kept so many times as long as it took to make. */
const REST = 20;

/** The number of logical envelopes of a log that grows: it costs a pass over all events, so that it may be a bit old. */
export class EnvelopeCount {
  /** True when the last answer was older than what the log shows. */
  isOld = false;
  private graph: CausalGraph | null = null;
  private count: number | null = null;
  private freshUntil = 0;

  /** The count; of a log that `isGrowing`, perhaps that of a moment ago. */
  async of(log: LoadedLog, isGrowing: boolean): Promise<number | null> {
    const startedAt = performance.now();
    this.isOld = this.graph !== log.graph && isGrowing && startedAt < this.freshUntil;
    if (this.graph === log.graph || this.isOld) return this.count;
    const { graph } = log;
    this.count = await countLogicalEnvelopes(log);
    this.graph = graph;
    const now = performance.now();
    this.freshUntil = now + (now - startedAt) * REST;
    return this.count;
  }
}
