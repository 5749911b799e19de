import { classNames, Icon, layout } from '@openwop-inspector/ui';
import styles from './ClosedWindow.module.css';

export interface ClosedWindowProps {
  readonly title: string;
  readonly message: string;
}

/** In place of the application, when the shell does not let this window in: why, and how to come in. */
export function ClosedWindow({ title, message }: ClosedWindowProps) {
  return (
    <main className={styles.page}>
      <section
        className={classNames(layout.grid, layout.body, layout.gap12, styles.box)}
        aria-labelledby="closed-title"
      >
        <h1 id="closed-title" className={classNames(layout.row, layout.big, layout.gap8, styles.title)}>
          <Icon name="warning" size={20} />
          {title}
        </h1>
        <p>{message}</p>
        <p>A window of the inspector that is open already goes on as it is.</p>
      </section>
    </main>
  );
}
