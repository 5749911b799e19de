import { countOf, unreachable } from '@openwop-inspector/base';
import { layout } from '@openwop-inspector/ui';
import { useId, useMemo } from 'react';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import { displayText } from '../../visible-text/visible-text.ts';
import { type FormItem, formOf } from '../sheet/form-model.ts';
import { JsonBlock } from './FieldValue.tsx';
import { FoldedPart, MoreButton, usePaged } from './FoldedText.tsx';
import styles from './sheet.module.css';

interface SchemaFormProps {
  /** JSON Schema of an answer, foreign; undefined when there is none, which means free text. */
  readonly schema: unknown;
  /** Accessible name of the form. */
  readonly label: string;
  /** Pointer of the schema in the subject; null when it is elsewhere. */
  readonly pointer: string | null;
}

/**
 * The form of an answer, always disabled: it shows the requested fields and sends nothing. A schema, or a part of one,
 * that does not fit fields is displayed as JSON. Used inside a sheet.
 */
export function SchemaForm({ schema, label, pointer }: SchemaFormProps) {
  const form = useMemo(
    () => formOf(schema === undefined ? { type: 'string' } : schema, pointer),
    [schema, pointer],
  );
  const isBare = form.control.kind === 'schema';
  return (
    <div className={layout('grid narrow gap4')}>
      <fieldset className={layout('grid gap8')} aria-label={label}>
        <FormItemView item={form} label={label} />
      </fieldset>
      {schema === undefined && (
        <p className={layout('breaks caption')}>No schema is given: the answer is free text.</p>
      )}
      {schema !== undefined && !isBare && (
        <FoldedPart title="Schema" size="" open={false}>
          <JsonBlock value={schema} pointer={pointer} title="Schema" />
        </FoldedPart>
      )}
    </div>
  );
}

/** Maximum number of options displayed as radio buttons; more are displayed as a closed list. */
const MAX_RADIOS = 6;

/** Longest option on screen, in UTF-16 units; the schema has it whole. */
const MAX_OPTION_LENGTH = 400;

interface FormItemViewProps {
  readonly item: FormItem;
  /** Name for what has no label of its own on screen. */
  readonly label: string;
}

/** One question of a form: label, control, hints. Groups and lists hold more of them. */
function FormItemView({ item, label }: FormItemViewProps) {
  const labelId = useId();
  const { name: property, title, required } = item;
  const name = title ?? property;
  return (
    <div className={layout('grid narrow gap2')}>
      {name !== null && (
        <div className={layout('flex wrap baseline breaks gap2x8')}>
          <span id={labelId}>
            <VisibleText text={name.slice(0, 200)} />
            {required && property !== null && <span className={layout.third}> required</span>}
          </span>
          {property !== null && title !== null && title !== property && (
            <VisibleText as="code" className={layout.ident} text={property.slice(0, 120)} />
          )}
        </div>
      )}
      {item.description !== null && (
        <VisibleText as="p" className={layout('breaks remark')} text={item.description.slice(0, 1_000)} />
      )}
      <ControlView item={item} labelId={name === null ? null : labelId} label={label.slice(0, 160)} />
      {item.hints.length > 0 && (
        <VisibleText as="p" className={layout('breaks caption')} text={item.hints.join(', ')} />
      )}
    </div>
  );
}

/** `labelId` is of the element with the label on screen; null when there is none, then `label` is the name. */
function ControlView({ item, labelId, label }: FormItemViewProps & { readonly labelId: string | null }) {
  const { control, pointer } = item;
  const name = labelId === null ? { 'aria-label': label } : { 'aria-labelledby': labelId };
  switch (control.kind) {
    case 'text':
      if (control.long) return <textarea className={styles.input} rows={2} disabled {...name} />;
      return <input className={styles.input} type={control.inputType} disabled {...name} />;
    case 'number':
      return <input className={styles.input} type="number" disabled {...name} />;
    case 'check':
      return (
        <span className={layout('inlineRow minControl breaks gap6')}>
          <input type="checkbox" className={layout.flush} disabled {...name} />
          Yes or no
        </span>
      );
    case 'choice':
      return <FormChoice options={control.options} many={control.many} name={name} />;
    case 'constant':
      return (
        <JsonBlock
          value={control.value}
          pointer={pointer === null ? null : `${pointer}/const`}
          title="Value"
          bare
        />
      );
    case 'list':
      return (
        <fieldset className={layout('grid nested gap8')} {...name}>
          <p className={layout('breaks caption')}>A list. Each item:</p>
          <FormItemView item={control.item} label="Item" />
        </fieldset>
      );
    case 'group':
      return (
        <fieldset className={layout('grid nested gap8')} {...name}>
          {control.items.map((one) => (
            <FormItemView key={one.name} item={one} label="Value" />
          ))}
          {control.items.length + control.more === 0 && (
            <p className={layout('breaks caption')}>An object without named members.</p>
          )}
          {control.more > 0 && (
            <p className={layout('breaks caption')}>{countOf(control.more, 'more field')} in the schema.</p>
          )}
        </fieldset>
      );
    case 'schema':
      return <JsonBlock value={control.schema} pointer={pointer} title="Schema" />;
    default:
      return unreachable(control);
  }
}

interface FormChoiceProps {
  readonly options: readonly string[];
  /** Several may be chosen. */
  readonly many: boolean;
  /** `aria-label` or `aria-labelledby`. */
  readonly name: Readonly<Record<string, string>>;
}

/** What there is to choose from, disabled. A disabled list cannot be pulled down, so what it offers is written below it. */
function FormChoice({ options, many, name }: FormChoiceProps) {
  const group = useId();
  const paged = usePaged(options);
  const more = <MoreButton paged={paged} noun="options" />;
  if (!many && options.length > MAX_RADIOS) {
    return (
      <>
        <select className={styles.input} disabled {...name}>
          <option>{displayText((options[0] ?? '').slice(0, MAX_OPTION_LENGTH))}</option>
        </select>
        <ul className={layout('flex wrap breaks remark gap2x12')} aria-label="Options">
          {paged.visible.map((option, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: options may repeat
            <VisibleText as="li" key={at} text={option.slice(0, MAX_OPTION_LENGTH)} />
          ))}
        </ul>
        {more}
      </>
    );
  }
  return (
    <>
      <div role={many ? 'group' : 'radiogroup'} className={layout('flex wrap gap4x12')} {...name}>
        {paged.visible.map((option, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: options may repeat
          <label key={at} className={layout('inlineRow minControl breaks gap6')}>
            <input type={many ? 'checkbox' : 'radio'} className={layout.flush} name={group} disabled />
            <VisibleText text={option.slice(0, MAX_OPTION_LENGTH)} />
          </label>
        ))}
      </div>
      {more}
    </>
  );
}
