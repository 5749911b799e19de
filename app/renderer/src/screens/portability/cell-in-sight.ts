import type { PortabilityCell, PortabilityRow } from '@openwop-inspector/audit';
import type { SavedHost } from '../../acceptor-worker/run-jobs.ts';
import type { Portability, PortabilityResult } from '../../state/portability-store.ts';

/** A cell of the grid with its row and host. */
export interface CellInSight {
  readonly row: PortabilityRow;
  readonly host: SavedHost;
  readonly cell: PortabilityCell;
}

/**
 * The selected cell; without one the first that a declaration refuses, else the first that refuses, else the first of
 * all. Null for an empty grid.
 */
export function cellInSight(
  { rows, hosts }: Pick<PortabilityResult, 'rows' | 'hosts'>,
  chosen: Portability['cell'],
): CellInSight | null {
  const all = rows.flatMap((row) =>
    row.cells.flatMap((cell, at): readonly CellInSight[] => {
      const host = hosts[at];
      return host === undefined ? [] : [{ row, host, cell }];
    }),
  );
  const isChosen = ({ row, host }: CellInSight): boolean =>
    row.kind === chosen?.kind && host.name === chosen.host;
  const refused = all.filter(({ cell }) => cell.answer === 'refused');
  const byHost = refused.find(({ cell }) => cell.reasons[0]?.decides !== 'envelope');
  return all.find(isChosen) ?? byHost ?? refused[0] ?? all[0] ?? null;
}
