import { classNames, Icon, layout } from '@openwop-inspector/ui';
import styles from './Connect.module.css';

/** What could not be done, where it was tried. */
export function Failure({ message }: { readonly message: string }) {
  return (
    <p
      className={classNames(layout.rowTop, layout.breaks, layout.errorText, layout.gap8, styles.failure)}
      role="alert"
    >
      <Icon name="failed" /> <span>{message}</span>
    </p>
  );
}
