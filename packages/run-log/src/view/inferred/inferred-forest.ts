/** The forest of inferred parents as the causes view shows it. */
import { words } from '@openwop-inspector/base';
import { inferredRuleOf } from '../../graph/inferred-parents.ts';
import type { VisibleForest } from '../causes.ts';
import type { ChainNode } from '../chain.ts';
import { eventRows } from '../event-rows.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { InferredTree } from './inferred-view.ts';

/** The forest to show of a log that names no cause. */
export function inferredForest(log: LoadedLog, { forest, children }: InferredTree): VisibleForest {
  return {
    graph: forest,
    children,
    edgeOf: (node) => {
      const inferredBy = inferredRuleOf(forest, node);
      return inferredBy === null ? { via: null } : { via: null, inferredBy };
    },
    readNode: (node) => readNode(log, node),
  };
}

async function readNode(log: LoadedLog, node: number): Promise<ChainNode> {
  const [row] = await eventRows(log, [node]);
  return row === undefined ? { kind: 'dangling', id: words`${node}` } : { kind: 'event', row };
}
