import { classNames, layout } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { formOf } from '../sheet/form-model.ts';
import { FoldedPart } from './FoldedPart.tsx';
import { FormItemView } from './FormItemView.tsx';
import styles from './form.module.css';
import { JsonBlock } from './JsonBlock.tsx';

export interface SchemaFormProps {
  /** JSON Schema of an answer, foreign; undefined when there is none, which means free text. */
  readonly schema: unknown;
  /** Accessible name of the form. */
  readonly label: string;
  /** Pointer of the schema in the subject; null when it is elsewhere. */
  readonly pointer: string | null;
}

/**
 * The form of an answer, always disabled: it shows the requested fields and sends nothing. A schema, or a part of one,
 * that does not fit fields is shown as JSON. Used inside a sheet.
 */
export function SchemaForm({ schema, label, pointer }: SchemaFormProps) {
  const form = useMemo(
    () => formOf(schema === undefined ? { type: 'string' } : schema, pointer),
    [schema, pointer],
  );
  const isBare = form.control.kind === 'schema';
  return (
    <div className={classNames(layout.grid, layout.narrow, layout.gap4)}>
      <fieldset className={styles.fieldset} aria-label={label}>
        <FormItemView item={form} label={label} />
      </fieldset>
      {schema === undefined && (
        <p className={classNames(layout.breaks, layout.caption)}>
          No schema is given: the answer is free text.
        </p>
      )}
      {schema !== undefined && !isBare && (
        <FoldedPart title="Schema" size="" open={false}>
          <JsonBlock value={schema} pointer={pointer} title="Schema" />
        </FoldedPart>
      )}
    </div>
  );
}
