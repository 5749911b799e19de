import { classNames, layout } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { formOf } from '../sheet/form-model.ts';
import { FoldedPart } from './FoldedPart.tsx';
import { FormItemView } from './FormItemView.tsx';
import styles from './form.module.css';
import { JsonBlock } from './JsonBlock.tsx';

export interface SchemaFormProps {
  /** JSON Schema of an answer, foreign; undefined when there is none, which asks for free text. */
  readonly schema: unknown;
  /** Accessible name of the form. */
  readonly label: string;
  /** Where the schema stands in the subject; null when it stands elsewhere. */
  readonly pointer: string | null;
}

/**
 * The form of an answer, always disabled: it shows what would be asked and sends nothing. A schema, or a part of one,
 * that fields cannot ask for stands as JSON. Stands inside a sheet.
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
