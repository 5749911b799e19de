import { aghReasonCodes } from '@openwop-inspector/acceptor-core';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import type { MessageFacts } from '@openwop-inspector/run-log';
import { Badge, type BadgeTone, classNames, Fact, Facts, layout } from '@openwop-inspector/ui';
import type { MessageAnswer } from '../../worker/session-contract.ts';
import styles from './Messages.module.css';

const TONES: Readonly<Record<MessageAnswer['verdict']['status'], BadgeTone>> = {
  accepted: 'ok',
  rejected: 'error',
  duplicate: 'warning',
  ignored: 'note',
};

/** How each dialect is called on screens (agh 9). */
const DIALECTS: Readonly<Record<string, string>> = {
  seed: 'AGH Network v0',
  earlier: 'an earlier dialect, under the same protocol name',
  later: 'a later dialect, under the same protocol name',
};

interface MessageHeadProps {
  readonly facts: MessageFacts;
  readonly verdict: MessageAnswer['verdict'];
}

/** View: the verdict in a line, then who said it to whom. */
export function MessageHead({ facts, verdict }: MessageHeadProps) {
  const { status, reason_code: reason, trace } = verdict;
  const deciding = trace.at(-1);
  const { placed, to, channel, dialect, digestFits } = facts;
  return (
    <section aria-label="Outcome" className={classNames(layout.ruled, styles.section)}>
      <p className={classNames(layout.row, layout.wrap, layout.gap8)}>
        <Badge tone={TONES[status]}>{status}</Badge>
        {reason === null ? null : <code>{reason}</code>}
        <span className={layout.narrow}>
          {reason === null ? deciding?.note : aghReasonCodes[reason].title}
        </span>
        <span className={layout.third}>
          <Clause clause={deciding?.clause ?? 'agh 2'} />
        </span>
      </p>
      {reason === null ? null : <p className={layout.words}>{aghReasonCodes[reason].advice}</p>}
      <Facts className={styles.facts}>
        <Fact name="from">
          <VisibleText text={placed.from ?? 'not said'} />
        </Fact>
        <Fact name="to">{to === null ? 'everybody in the channel' : <VisibleText text={to} />}</Fact>
        <Fact name="channel">
          <VisibleText text={channel === '' ? 'not said' : channel} />
        </Fact>
        <Fact name="dialect">{dialect === null ? 'not judged' : (DIALECTS[dialect] ?? dialect)}</Fact>
        <Fact name="trust">unverified: nothing in v0 proves who wrote it</Fact>
        {digestFits === null ? null : (
          <Fact name="digest">
            <Badge tone={digestFits ? 'ok' : 'error'}>
              {digestFits ? 'fits the capability' : 'does not fit the capability'}
            </Badge>
          </Fact>
        )}
        {facts.causeField === null ? null : (
          <Fact name="cause">
            named by <code>{facts.causeField}</code>
          </Fact>
        )}
      </Facts>
    </section>
  );
}
