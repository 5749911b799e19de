import type { SentencePart, SessionSummary } from '@openwop-inspector/run-log';
import { formatSequence } from '../model/format.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import { VERDICT_ICON } from '../ui/severity-form.ts';
import styles from './VerdictBar.module.css';

export interface VerdictBarProps {
  readonly summary: SessionSummary;
  readonly onRootCause: () => void;
  /** Text of the report; asked for when it is copied. */
  readonly report: () => Promise<string | null>;
}

/** The answer before the data: what happened in one sentence, and the way to the root cause. */
export function VerdictBar({ summary, onRootCause, report }: VerdictBarProps) {
  const { tone, title, sentence, rootCause, rootCauseSequence } = summary.verdict;
  return (
    <section className={styles.verdict} aria-label="Verdict" data-region="verdict">
      <h1 className={styles.title}>
        <Icon name={VERDICT_ICON[tone]} size={18} className={classNames(styles[tone])} />
        {title}
      </h1>
      <p className={styles.sentence}>
        {sentence.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence have no other identity
          <Part key={at} part={part} />
        ))}
      </p>
      <span className={styles.actions}>
        {rootCause === null ? null : (
          <Button icon="rootCause" onPress={onRootCause} keys={['r']}>
            Root cause <code className={styles.number}>{formatSequence(rootCauseSequence)}</code>
          </Button>
        )}
        <CopyButton label="Copy report" text={report} />
      </span>
    </section>
  );
}

function Part({ part }: { readonly part: SentencePart }) {
  if (part.kind === 'code') return <code>{part.text}</code>;
  return part.kind === 'strong' ? <b>{part.text}</b> : part.text;
}
