import { Facts, Icon } from '@openwop-inspector/ui';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import type { Fact } from './content-facts.ts';
import styles from './media-parts.module.css';

/** Facts as a definition list; what does not fit carries a sign and its words. */
export function MediaFacts({ rows }: { readonly rows: readonly Fact[] }) {
  return (
    <Facts>
      {rows.map(({ name, value, remark }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <VisibleText text={value} />
            {remark === null ? null : (
              <span className={styles.remark}>
                <Icon name="warning" size={12} />
                {remark}
              </span>
            )}
          </dd>
        </div>
      ))}
    </Facts>
  );
}
