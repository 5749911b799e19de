import type { MaskedText } from '@openwop-inspector/base';
import type { SentencePart, SessionSummary } from '@openwop-inspector/run-log';
import { CopyButton, classNames, Icon, IconButton, layout, tones } from '@openwop-inspector/ui';
import { OriginButtons } from '../ui/OriginButtons.tsx';
import { VERDICT_ICON } from '../ui/severity-form.ts';
import styles from './VerdictBar.module.css';

export interface VerdictBarProps {
  readonly summary: SessionSummary;
  /** Whether there is a place behind and before the one in sight. */
  readonly ways: { readonly mayGoBack: boolean; readonly mayGoForward: boolean };
  readonly onBack: () => void;
  readonly onForward: () => void;
  /** Selects the cause of the failure, or where its chain starts. */
  readonly onOrigin: (ordinal: number) => void;
  /** Text of the report; asked for when it is copied. */
  readonly report: () => Promise<MaskedText | null>;
}

/** The answer before the data: what happened in one sentence, and the ways to what led to it. */
export function VerdictBar({ summary, ways, onBack, onForward, onOrigin, report }: VerdictBarProps) {
  const { tone, title, sentence } = summary.verdict;
  return (
    <section className={classNames(layout.bar, styles.verdict)} aria-label="Verdict" data-region="verdict">
      <h1 className={classNames(layout.row, layout.fixed, layout.nowrap, layout.title, layout.gap8)}>
        <Icon name={VERDICT_ICON[tone]} size={18} className={classNames(tones[tone])} />
        {title}
      </h1>
      <p className={classNames(layout.grow, layout.words, layout.breaks, styles.sentence)}>
        {sentence.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence have no other identity
          <Part key={at} part={part} />
        ))}
      </p>
      <span className={classNames(layout.flex, layout.fixed, layout.gap8, styles.actions)}>
        <span className={layout.flex}>
          <IconButton icon="chevronLeft" label="Back" onPress={onBack} isDisabled={!ways.mayGoBack} />
          <IconButton
            icon="chevronRight"
            label="Forward"
            onPress={onForward}
            isDisabled={!ways.mayGoForward}
          />
        </span>
        <OriginButtons verdict={summary.verdict} onOrigin={onOrigin} />
        <CopyButton label="Copy report" text={report} />
      </span>
    </section>
  );
}

function Part({ part }: { readonly part: SentencePart }) {
  if (part.kind === 'code') return <code>{part.text}</code>;
  return part.kind === 'strong' ? <b>{part.text}</b> : part.text;
}
