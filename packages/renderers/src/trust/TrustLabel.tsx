import { unreachable } from '@openwop-inspector/base';
import { classNames, Icon, layout } from '@openwop-inspector/ui';
import type { SubjectTrust } from '../contract/render-subject.ts';
import styles from './trust.module.css';

/** The label for the trust of one thing, next to its name. */
export function TrustLabel({ level }: { readonly level: SubjectTrust['level'] }) {
  switch (level) {
    case 'untrusted':
      return (
        <span className={styles.badge}>
          <Icon name="untrusted" size={12} />
          Untrusted
        </span>
      );
    case 'trusted':
      return <span className={classNames(layout.fixed, layout.nowrap, layout.caption)}>Trusted</span>;
    case 'unmarked':
      return (
        <span className={classNames(layout.fixed, layout.nowrap, layout.caption)}>Trust not marked</span>
      );
    default:
      return unreachable(level);
  }
}
