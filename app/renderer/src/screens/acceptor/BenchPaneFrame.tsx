import { layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import styles from './Acceptor.module.css';

export interface BenchPaneFrameProps {
  readonly title: string;
  readonly region: string;
  /** Note next to the title. */
  readonly said: ReactNode;
  readonly tools: ReactNode;
  readonly children: ReactNode;
}

/** View: one of the panes of the bench below its title and its buttons. */
export function BenchPaneFrame({ title, region, said, tools, children }: BenchPaneFrameProps) {
  return (
    <section className={layout('column pane narrow ground')} aria-label={title} data-region={region}>
      <header className={layout('bar wrap nowrap chrome second', styles.paneHead)}>
        <h2>{title}</h2>
        {said}
        <span className={layout('flex toEnd gap6')}>{tools}</span>
      </header>
      {children}
    </section>
  );
}
