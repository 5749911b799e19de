import { cutText } from '@openwop-inspector/base';
import type { Lead, OtherField, Sheet, SheetField } from '@openwop-inspector/events';
import { classNames, layout, tones } from '@openwop-inspector/ui';
import type { ShowProps } from '../../contract/renderer.ts';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import { FieldValue, SentenceView } from './FieldValue.tsx';
import { MoreButton, SheetSection, usePaged } from './FoldedText.tsx';
import { Glyph, PartView } from './PartView.tsx';
import styles from './sheet.module.css';
import { SheetSubjectProvider } from './sheet-subject.tsx';

/** One kind or event: what happened in a sentence, then its fields, then what needs room. */
export function SheetView({ view, subject }: ShowProps<Sheet>) {
  return (
    <SheetSubjectProvider subject={subject}>
      <article key={subject.key} className={layout('grid container selectable rowText gap12 pad12x16')}>
        <LeadLine lead={view.lead} />
        {view.absent !== null && (
          <p className={layout.caption}>
            {view.absent === 'null' ? 'The host recorded no payload.' : 'The host recorded an empty payload.'}
          </p>
        )}
        <FieldList fields={view.fields} />
        {view.parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sheet stay in place
          <PartView key={at} part={part} />
        ))}
        <OtherFields sheet={view} />
      </article>
    </SheetSubjectProvider>
  );
}

/** What nothing above shows. Where there is nothing above, the fields need no title. */
function OtherFields({ sheet }: { readonly sheet: Sheet }) {
  if (sheet.other.length === 0) return null;
  const list = <OtherFieldList fields={sheet.other} />;
  return sheet.fields.length + sheet.parts.length === 0 ? (
    list
  ) : (
    <SheetSection title="Other fields">{list}</SheetSection>
  );
}

function LeadLine({ lead }: { readonly lead: Lead }) {
  return (
    <p className={layout('flex wrap baseline body gap4x8')}>
      <span className={classNames(styles.badge, lead.tone !== 'plain' && tones[lead.tone])}>
        <Glyph name={lead.glyph} />
        {lead.badge}
      </span>
      <span className={layout('narrow breaks grow160')}>
        <SentenceView words={lead.words} />
      </span>
    </p>
  );
}

/** Values with our labels. */
function FieldList({ fields }: { readonly fields: readonly SheetField[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className={layout('grid gap2')}>
      {fields.map(({ label, value, pointer }) => (
        <div key={`${label} ${pointer}`} className={layout('grid baseline', styles.field)}>
          <dt className={layout('second breaks')}>{label}</dt>
          <dd className={layout.narrow}>
            <FieldValue value={value} pointer={pointer} title={label} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Members under their own names, a page at a time. */
function OtherFieldList({ fields }: { readonly fields: readonly OtherField[] }) {
  const paged = usePaged(fields);
  return (
    <>
      <dl className={layout('grid gap2')}>
        {paged.visible.map(({ name, value, pointer }) => (
          <div key={pointer} className={layout('grid baseline', styles.field)}>
            <dt className={layout('code second breaks')}>
              <VisibleText text={cutText(name, 200)} />
            </dt>
            <dd className={layout.narrow}>
              <FieldValue value={value} pointer={pointer} title={name.slice(0, 80)} />
            </dd>
          </div>
        ))}
      </dl>
      <MoreButton paged={paged} noun="fields" />
    </>
  );
}
