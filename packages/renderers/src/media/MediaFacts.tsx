import { Icon } from '@openwop-inspector/ui';
import controls from '../parts/parts.module.css';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import type { Fact } from './content-facts.ts';
import styles from './media-parts.module.css';

/** Facts as a definition list; what does not fit carries a sign and its words. */
export function MediaFacts({ rows }: { readonly rows: readonly Fact[] }) {
  return (
    <dl className={controls.facts}>
      {rows.map(({ name, value, remark }) => (
        <div key={name} className={styles.fact}>
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
    </dl>
  );
}
