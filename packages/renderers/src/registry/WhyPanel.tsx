import { classNames, Facts, layout } from '@openwop-inspector/ui';
import { useId } from 'react';
import { Clause } from '../clause/Clause.tsx';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import styles from './registry.module.css';
import type { Reason, Why } from './why.ts';

export interface WhyPanelProps {
  readonly why: Why;
  /** The heading, for example "Why attempt 2 did not render". */
  readonly title?: string;
}

/** "Why this did not render": the rule, the place, what stands there, and the nearest form that would be shown. */
export function WhyPanel({ why, title = 'Why this did not render as asked' }: WhyPanelProps) {
  const id = useId();
  if (why.fallbacks.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.why} role="group" aria-labelledby={id}>
      <p className={classNames(layout.row, layout.strong, layout.gap6)} id={id}>
        <span className={styles.unequal} aria-hidden="true">
          ≠
        </span>
        {title}
      </p>
      {why.fallbacks.map((reason) => (
        <ReasonEntry key={`${reason.title} ${reason.pointer}`} reason={reason} />
      ))}
    </div>
  );
}

/** Findings that did not stop anything: a list that is folded until somebody looks. */
export function Findings({ findings }: { readonly findings: readonly Reason[] }) {
  if (findings.length === 0) return null;
  return (
    <details className={styles.findings}>
      <summary>
        {findings.length === 1 ? '1 finding' : `${findings.length} findings`} about how this is shown
      </summary>
      {findings.map((reason) => (
        <ReasonEntry key={`${reason.title} ${reason.pointer}`} reason={reason} />
      ))}
    </details>
  );
}

function ReasonEntry({ reason }: { readonly reason: Reason }) {
  const { title, pointer, found, clause, nearest } = reason;
  return (
    <div className={classNames(layout.grid, layout.gap4)}>
      <p className={classNames(layout.body, layout.primary)}>{/[.!?]$/.test(title) ? title : `${title}.`}</p>
      <Facts>
        {pointer === '' ? null : (
          <>
            <dt>where</dt>
            <dd className={classNames(layout.code, layout.primary)}>
              <VisibleText text={pointer} />
            </dd>
          </>
        )}
        {found === null ? null : (
          <>
            <dt>found</dt>
            <dd className={classNames(layout.code, layout.primary)}>
              <VisibleText text={found} />
            </dd>
          </>
        )}
        <dt>clause</dt>
        <dd>
          <Clause clause={clause} />
        </dd>
        {nearest === null ? null : (
          <>
            <dt>nearest</dt>
            <dd>{nearest}</dd>
          </>
        )}
      </Facts>
    </div>
  );
}
