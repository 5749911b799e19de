import {
  cellText,
  decidingText,
  type PortabilityCell,
  type PortabilityRow,
  type PortableAnswer,
} from '@openwop-inspector/audit';
import { formatCount } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { type BadgeProps, Button, Icon, type IconName, layout, TableHead } from '@openwop-inspector/ui';
import { type KeyboardEvent, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { SavedHost } from '../../acceptor-worker/run-jobs.ts';
import { indexAfter, type ListController, useListController } from '../sessions/list-controller.ts';
import styles from './Audit.module.css';
import { changePortability, type Portability, type PortabilityResult } from './portability-store.ts';

/** Number of kinds displayed at first; a hostile log has as many as it likes. */
const MAX_DISPLAYED = 100;

export interface HostGridProps {
  readonly sessionId: string;
  readonly result: PortabilityResult;
  readonly cell: VisibleCell | null;
}

/** Grid of kinds and hosts: one cell has the focus, arrows move it. */
export function HostGrid({ sessionId, result, cell }: HostGridProps) {
  const { rows, hosts } = result;
  const [displayed, setDisplayed] = useState(MAX_DISPLAYED);
  const table = useRef<HTMLTableElement>(null);
  const visible = rows.slice(0, displayed);
  const { at, go, onKeyDown } = useGridCursor(sessionId, result, cell, visible.length, table);
  return (
    <section className={layout('scrolls pane')} aria-label="Kinds and hosts" data-region="list">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of which one cell takes the focus is a grid
        role="grid"
        aria-label="Kinds and hosts"
        className={styles.grid}
        onKeyDown={onKeyDown}
      >
        <TableHead names={['kind', 'envelopes']}>
          {hosts.map(({ name }) => (
            <th key={name} scope="col">
              <VisibleText text={name} />
            </th>
          ))}
        </TableHead>
        <tbody>
          {visible.map((row, number) => (
            <KindRow
              key={row.kind}
              row={row}
              number={number}
              hosts={hosts}
              active={number === at.row ? at.host : -1}
              onGo={go}
            />
          ))}
        </tbody>
      </table>
      {rows.length > displayed ? (
        <p className={layout.pad8x12}>
          <Button onPress={() => setDisplayed(rows.length)}>
            Show {formatCount(rows.length - displayed)} more kinds
          </Button>
        </p>
      ) : null}
    </section>
  );
}

/** The cell with the focus, of the first `count` rows, and the keys that move it. */
function useGridCursor(
  sessionId: string,
  { rows, hosts }: PortabilityResult,
  cell: VisibleCell | null,
  count: number,
  table: RefObject<HTMLTableElement | null>,
) {
  const at = {
    row: rows.findIndex(({ kind }) => kind === cell?.row.kind),
    host: hosts.findIndex(({ name }) => name === cell?.host.name),
  };
  const go = useCallback(
    (row: number, host: number) => {
      const [kind, name] = [rows[row]?.kind, hosts[host]?.name];
      if (kind === undefined || name === undefined) return;
      changePortability(sessionId, { cell: { kind, host: name } });
      table.current?.querySelector<HTMLElement>(`[data-cell="${row} ${host}"]`)?.focus();
    },
    [sessionId, rows, hosts, table],
  );
  useListController(
    useMemo<ListController>(
      () => ({
        move: (step) => {
          const next = indexAfter(step, at.row, count);
          if (next !== null) go(next, Math.max(0, at.host));
        },
        focus: () => table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
      }),
      [at.row, at.host, count, go, table],
    ),
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = cellAfter(event.key, at, { row: count - 1, host: hosts.length - 1 });
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(next.row, next.host);
  };
  return { at, go, onKeyDown };
}

interface KindRowProps {
  readonly row: PortabilityRow;
  readonly number: number;
  readonly hosts: readonly SavedHost[];
  /** Index of the host of the displayed cell; -1 for none of this row. */
  readonly active: number;
  readonly onGo: (row: number, host: number) => void;
}

function KindRow({ row, number, hosts, active, onGo }: KindRowProps) {
  return (
    <tr>
      <th scope="row" className={layout('code breaks')}>
        <VisibleText text={row.kind} />
      </th>
      <td className={layout.tabular}>{formatCount(row.envelopes)}</td>
      {row.cells.map((cell, at) => {
        const { icon, tone } = ANSWER_FORM[cell.answer];
        const decides = decidingText(cell);
        const name = hosts[at]?.name ?? '';
        return (
          <td
            key={name}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cell of a grid
            role="gridcell"
            aria-selected={at === active}
            data-cell={`${number} ${at}`}
            className={layout('focusInside rests', styles.cell)}
            tabIndex={at === active ? 0 : -1}
            onClick={() => onGo(number, at)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === ' ') onGo(number, at);
            }}
          >
            <span className={layout('inlineRow gap6')}>
              <Icon name={icon} className={tone} />
              <span>{cellText(cell)}</span>
            </span>
            {decides === '' ? null : <span className={layout('block third')}>{decides}</span>}
          </td>
        );
      })}
    </tr>
  );
}

interface Place {
  readonly row: number;
  readonly host: number;
}

/** Rows and hosts that a key moves by; the ends of the grid hold back what leads beyond them. */
const MOVES: ReadonlyMap<string, Place> = new Map([
  ['ArrowRight', { row: 0, host: 1 }],
  ['ArrowLeft', { row: 0, host: -1 }],
  ['ArrowDown', { row: 1, host: 0 }],
  ['ArrowUp', { row: -1, host: 0 }],
  ['Home', { row: 0, host: Number.NEGATIVE_INFINITY }],
  ['End', { row: 0, host: Number.POSITIVE_INFINITY }],
]);

/** The cell that a key moves to, `last` being the one of the last row and host; null for other keys. */
function cellAfter(key: string, at: Place, last: Place): Place | null {
  const by = MOVES.get(key);
  if (by === undefined) return null;
  const row = Math.max(0, Math.min(last.row, at.row + by.row));
  return { row, host: Math.max(0, Math.min(last.host, at.host + by.host)) };
}

/** Glyph and tone of an answer; always displayed with the word. */
export const ANSWER_FORM: Readonly<
  Record<
    PortableAnswer,
    { readonly icon: IconName; readonly tone: string; readonly badge: BadgeProps['tone'] }
  >
> = {
  accepted: { icon: 'ok', tone: layout.okText, badge: 'ok' },
  refused: { icon: 'blocked', tone: layout.errorText, badge: 'error' },
  unknown: { icon: 'unknown', tone: layout.third, badge: 'plain' },
};

/** A cell of the grid with its row and host. */
export interface VisibleCell {
  readonly row: PortabilityRow;
  readonly host: SavedHost;
  readonly cell: PortabilityCell;
}

/**
 * The selected cell; without one the first that a declaration refuses, else the first that refuses, else the first of
 * all. Null for an empty grid.
 */
export function visibleCell(
  { rows, hosts }: Pick<PortabilityResult, 'rows' | 'hosts'>,
  chosen: Portability['cell'],
): VisibleCell | null {
  const all = rows.flatMap((row) =>
    row.cells.flatMap((cell, at): readonly VisibleCell[] => {
      const host = hosts[at];
      return host === undefined ? [] : [{ row, host, cell }];
    }),
  );
  const isChosen = ({ row, host }: VisibleCell): boolean =>
    row.kind === chosen?.kind && host.name === chosen.host;
  const refused = all.filter(({ cell }) => cell.answer === 'refused');
  const byHost = refused.find(({ cell }) => cell.reasons[0]?.decides !== 'envelope');
  return all.find(isChosen) ?? byHost ?? refused[0] ?? all[0] ?? null;
}
