import type { CellReason } from '@openwop-inspector/audit';
import { countOf } from '@openwop-inspector/base';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import { Badge, Button, layout } from '@openwop-inspector/ui';
import type { SavedHost } from '../../acceptor-worker/run-jobs.ts';
import { ANSWER_WORDS, cellText, exampleName, reasonHead } from '../../model/portability-rows.ts';
import { showExample, tryExample } from '../../state/portability-actions.ts';
import { ANSWER_FORM } from './answer-form.ts';
import type { CellInSight } from './cell-in-sight.ts';
import styles from './Portability.module.css';

/** One kind at one host: each reason with its clause, the missing data, and an example envelope. */
export function CellDetail({ sessionId, row, host, cell }: CellInSight & { readonly sessionId: string }) {
  return (
    <article>
      <header className={styles.section}>
        <h2 className={layout('row wrap gap8', styles.title)}>
          <Badge tone={ANSWER_FORM[cell.answer].badge} icon={ANSWER_FORM[cell.answer].icon}>
            {cellText(cell)}
          </Badge>
          <span className={layout.breaks}>
            <VisibleText text={row.kind} /> at <VisibleText text={host.name} />
          </span>
        </h2>
      </header>
      {cell.reasons.map((reason, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a reason is its number
        <Reason key={at} sessionId={sessionId} reason={reason} host={host} />
      ))}
      {cell.leftOut === 0 ? null : (
        <p className={layout('aside pad8x12')}>and {countOf(cell.leftOut, 'envelope')} for more reasons</p>
      )}
    </article>
  );
}

interface ReasonProps {
  readonly sessionId: string;
  readonly reason: CellReason;
  readonly host: SavedHost;
}

function Reason({ sessionId, reason, host }: ReasonProps) {
  const { answer, clause, note, missing, example } = reason;
  const isHeld = example.sequence !== null || example.eventId !== null;
  return (
    <section className={styles.section} aria-label={`${ANSWER_WORDS[answer]}: ${note}`}>
      <h3 className={layout.strong}>{reasonHead(reason)}</h3>
      <p className={layout('words breaks')}>
        {note === '' ? null : <VisibleText text={`${note}. `} />}
        {clause === '' ? null : (
          <span className={layout.third}>
            <Clause clause={clause} />
          </span>
        )}
      </p>
      {missing.length === 0 ? null : (
        <>
          <p className={layout.words}>It would need:</p>
          <ul className={layout('words', styles.needs)}>
            {missing.map(({ what, record }) => (
              <li key={what}>
                {what}
                {record === '' ? null : <span className={layout.third}>: {record}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {isHeld ? (
        <p className={layout('row wrap gap8')}>
          <span className={layout.third}>Such as</span>
          <Button look="link" onPress={() => void showExample(sessionId, example)}>
            Event {exampleName(reason)}
          </Button>
          <Button look="quiet" icon="repair" onPress={() => void tryExample(sessionId, example, host)}>
            Open in acceptor at this host
          </Button>
        </p>
      ) : (
        <p className={layout.aside}>Such as an envelope that stands beside the events.</p>
      )}
    </section>
  );
}
