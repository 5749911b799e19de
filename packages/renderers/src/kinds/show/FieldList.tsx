import type { OtherField, SheetField } from '@openwop-inspector/events';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import { FieldValue } from './FieldValue.tsx';
import { MoreButton } from './MoreButton.tsx';
import styles from './sheet.module.css';
import { usePaged } from './use-paged.ts';

/** Labels of ours beside values. */
export function FieldList({ fields }: { readonly fields: readonly SheetField[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className={styles.fields}>
      {fields.map(({ label, value, pointer }) => (
        <div key={`${label} ${pointer}`} className={styles.field}>
          <dt>{label}</dt>
          <dd>
            <FieldValue value={value} pointer={pointer} title={label} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Members under their own names, a page at a time. */
export function OtherFieldList({ fields }: { readonly fields: readonly OtherField[] }) {
  const paged = usePaged(fields);
  return (
    <>
      <dl className={styles.fields}>
        {paged.shown.map(({ name, value, pointer }) => (
          <div key={pointer} className={styles.field}>
            <dt className={styles.ownName}>
              <VisibleText text={name.length > 200 ? `${name.slice(0, 200)}…` : name} />
            </dt>
            <dd>
              <FieldValue value={value} pointer={pointer} title={name.slice(0, 80)} />
            </dd>
          </div>
        ))}
      </dl>
      <MoreButton paged={paged} noun="fields" />
    </>
  );
}
