import { cutText } from '@openwop-inspector/base';
import type { Sheet } from '@openwop-inspector/events';
import { classNames, layout, tones } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import type { ShowProps } from '../../contract/renderer.ts';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import { FieldValue, type FieldValueProps, SentenceView } from './FieldValue.tsx';
import { MoreButton, SheetSection, usePaged } from './FoldedText.tsx';
import { Glyph, PartView } from './PartView.tsx';
import styles from './sheet.module.css';
import { SheetSubjectProvider } from './sheet-subject.tsx';

/** One kind or event: what happened in a sentence, then its fields, then what needs room. */
export function SheetView({ view, subject }: ShowProps<Sheet>) {
  const { lead, absent, fields, parts } = view;
  return (
    <SheetSubjectProvider subject={subject}>
      <article key={subject.key} className={layout('grid container selectable rowText gap12 pad12x16')}>
        <p className={layout('flex wrap baseline body gap4x8')}>
          <span className={classNames(styles.badge, lead.tone !== 'plain' && tones[lead.tone])}>
            <Glyph name={lead.glyph} />
            {lead.badge}
          </span>
          <span className={layout('narrow breaks grow160')}>
            <SentenceView words={lead.words} />
          </span>
        </p>
        {absent !== null && (
          <p className={layout.caption}>
            {absent === 'null' ? 'The host recorded no payload.' : 'The host recorded an empty payload.'}
          </p>
        )}
        {fields.length > 0 && (
          <dl className={layout('grid gap2')}>
            {fields.map(({ label, ...field }) => (
              <Field
                key={`${label} ${field.pointer}`}
                look={layout('second breaks')}
                label={label}
                {...field}
                title={label}
              />
            ))}
          </dl>
        )}
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sheet stay in place
          <PartView key={at} part={part} />
        ))}
        {view.other.length > 0 && <OtherFields sheet={view} />}
      </article>
    </SheetSubjectProvider>
  );
}

interface FieldProps extends FieldValueProps {
  readonly label: ReactNode;
  /** Classes of the label. */
  readonly look: string;
}

function Field({ label, look, ...value }: FieldProps) {
  return (
    <div className={layout('grid baseline', styles.field)}>
      <dt className={look}>{label}</dt>
      <dd className={layout.narrow}>
        <FieldValue {...value} />
      </dd>
    </div>
  );
}

/** Members that nothing above shows, under their own names. Where there is nothing above, they need no title. */
function OtherFields({ sheet: { fields, parts, other } }: { readonly sheet: Sheet }) {
  const paged = usePaged(other);
  const list = (
    <>
      <dl className={layout('grid gap2')}>
        {paged.visible.map(({ name, ...field }) => (
          <Field
            key={field.pointer}
            look={layout('code second breaks')}
            label={<VisibleText text={cutText(name, 200)} />}
            {...field}
            title={name.slice(0, 80)}
          />
        ))}
      </dl>
      <MoreButton paged={paged} noun="fields" />
    </>
  );
  return fields.length + parts.length === 0 ? list : <SheetSection title="Other fields">{list}</SheetSection>;
}
