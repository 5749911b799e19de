import type { LogAudit } from '@openwop-inspector/audit';
import { formatCount } from '@openwop-inspector/base';
import { classNames, Fact, Facts, layout } from '@openwop-inspector/ui';
import { profileRows } from '../../model/audit-rows.ts';
import styles from './Audit.module.css';

/** What an audit came to as a whole: whose log, and what each profile would have said. */
export function AuditSummary({ audit }: { readonly audit: LogAudit }) {
  const rows = profileRows(audit);
  return (
    <article className={styles.detail}>
      <section className={styles.section}>
        <h2 className={styles.head}>The audit as a whole</h2>
        <Facts>
          <Fact name="host">{audit.hostName ?? 'not named'}</Fact>
          <Fact name="runs">{formatCount(audit.runs)}</Fact>
          <Fact name="envelopes">{formatCount(audit.envelopes)}</Fact>
        </Facts>
        <p className={classNames(layout.words, layout.aside)}>
          Choose a finding in the list for its clause, its events and both values.
        </p>
      </section>
      <section className={styles.section}>
        <h3>What each profile says</h3>
        {rows.length === 0 ? (
          <p className={classNames(layout.words, layout.aside)}>
            Nothing: the log holds no envelope as the model wrote it.
          </p>
        ) : (
          <table className={classNames(layout.table, layout.compared)}>
            <thead>
              <tr>
                <th scope="col">status or code</th>
                <th scope="col">lenient</th>
                <th scope="col">strict</th>
                <th scope="col">reference</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([said, ...counts]) => (
                <tr key={said}>
                  <th scope="row">{said}</th>
                  {counts.map((count, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number
                    <td key={at} className={layout.tabular}>
                      {formatCount(count)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </article>
  );
}
