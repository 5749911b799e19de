import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './Facts.module.css';

export interface FactsProps {
  /** `Fact`s, or `dt` and `dd` themselves. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** Names and what they are, in two columns. */
export function Facts({ children, className }: FactsProps) {
  return <dl className={classNames(styles.facts, className)}>{children}</dl>;
}

/** One name with what it is. */
export function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
