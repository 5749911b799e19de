/** What the nodes of a run wait with, anywhere in it. */
import { unreachable } from '@openwop-inspector/base';
import type { Act } from './acts.ts';

/** Nodes of which waits are kept apart; hostile logs have as many as events. */
const MAX_NODES = 1_000;

/** What each node of the run waits with, 0 for what names no node. */
export class OpenWaits {
  private readonly open: Map<number, number>;

  constructor(open: ReadonlyMap<number, number> = new Map()) {
    this.open = new Map(open);
  }

  take(row: number, node: number, act: Act | undefined): void {
    switch (act) {
      case 'waits':
      case 'acceptedOrWaits':
        if (!this.open.has(node) && this.open.size < MAX_NODES) this.open.set(node, row);
        return;
      case 'answered':
        // An answer that names no node is for the one wait there is; of several it is not known which.
        if (node === 0 && this.open.size === 1) this.open.clear();
        this.open.delete(node);
        return;
      case 'nodeStart':
      case 'ended':
      case 'failure':
        this.open.delete(node);
        return;
      case 'turnStart':
      case 'retry':
      case 'accepted':
      case 'cap':
      case 'said':
      case undefined:
        return;
      default:
        unreachable(act);
    }
  }

  get size(): number {
    return this.open.size;
  }

  /** As it is now, for going on from here later. */
  copy(): ReadonlyMap<number, number> {
    return new Map(this.open);
  }

  /** Of an envelope without a node every wait, else those without a node; at most eight, the first ones. */
  unplaced(node: number): readonly number[] {
    const rows = [...this.open].filter(([at]) => node === 0 || at === 0).map(([, row]) => row);
    return rows.slice(0, 8);
  }
}
