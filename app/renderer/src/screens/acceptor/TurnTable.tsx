import type { TurnRow } from '@openwop-inspector/acceptor-core';
import { formatSequence } from '@openwop-inspector/base';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import { classNames, Icon, layout } from '@openwop-inspector/ui';
import styles from './Simulator.module.css';

/** View: the events that the turn leads to beside those that the host recorded, each difference marked. */
export function TurnTable({ rows }: { readonly rows: readonly TurnRow[] }) {
  if (rows.length === 0) return <p>Neither side has an event of the turn.</p>;
  return (
    <table className={classNames(layout.table, styles.sides)}>
      <thead>
        <tr>
          <th scope="col">difference</th>
          <th scope="col">played here</th>
          <th scope="col">host recorded</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its number
          <tr key={at} className={row.same ? styles.same : undefined}>
            <th scope="row">
              <Icon
                name={row.same ? 'same' : 'differs'}
                className={row.same ? layout.third : layout.errorText}
              />{' '}
              {row.same
                ? 'the same'
                : row.here === null
                  ? 'host alone'
                  : row.host === null
                    ? 'here alone'
                    : 'differs'}
              {row.same ? null : (
                <div className={layout.third}>
                  <Clause clause={row.clause} />
                </div>
              )}
            </th>
            <td>
              {row.here === null ? 'no such event' : <code>{row.here.type}</code>}
              <Values row={row} side="here" />
            </td>
            <td>
              {row.host === null ? (
                'no such event'
              ) : (
                <>
                  {formatSequence(row.host.sequence)}{' '}
                  <code>
                    <VisibleText text={row.host.type} />
                  </code>
                </>
              )}
              <Values row={row} side="host" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Values({ row, side }: { readonly row: TurnRow; readonly side: 'here' | 'host' }) {
  return row.differences.map((difference) => (
    <div key={difference.what}>
      {difference.what}: <VisibleText text={difference[side]} />
    </div>
  ));
}
