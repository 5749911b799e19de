import type { Lead, OtherField, Sheet, SheetField, SheetGlyph } from '@openwop-inspector/events';
import { classNames, layout, tones } from '@openwop-inspector/ui';
import { createContext, useContext, useMemo } from 'react';
import type { RenderSubject } from '../../contract/render-subject.ts';
import type { ShowProps } from '../../contract/renderer.ts';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import { FieldValue } from './FieldValue.tsx';
import { MoreButton, usePaged } from './FoldedText.tsx';
import { PartView, SentenceView } from './PartView.tsx';
import styles from './sheet.module.css';

/** One kind or event: what happened in a sentence, then its fields, then what needs room. */
export function SheetView({ view, subject }: ShowProps<Sheet>) {
  return (
    <SheetSubjectProvider value={subject}>
      <article key={subject.key} className={styles.sheet}>
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
  if (sheet.fields.length + sheet.parts.length === 0) return <OtherFieldList fields={sheet.other} />;
  return (
    <div className={styles.part}>
      <h4 className={styles.partTitle}>Other fields</h4>
      <OtherFieldList fields={sheet.other} />
    </div>
  );
}

function LeadLine({ lead }: { readonly lead: Lead }) {
  return (
    <p className={classNames(layout.flex, layout.wrap, layout.baseline, layout.body, layout.gap4x8)}>
      <span className={classNames(styles.badge, lead.tone !== 'plain' && tones[lead.tone])}>
        <Glyph name={lead.glyph} />
        {lead.badge}
      </span>
      <span className={styles.sentence}>
        <SentenceView words={lead.words} />
      </span>
    </p>
  );
}

/** Values with our labels. */
function FieldList({ fields }: { readonly fields: readonly SheetField[] }) {
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
function OtherFieldList({ fields }: { readonly fields: readonly OtherField[] }) {
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

const RING = 'M2 8a6 6 0 1 0 12 0 6 6 0 1 0-12 0z';
const PAGE = 'M3 2h6.8L13 5.2V14H3z';
const BUBBLE = 'M2 3h12v8H8.4L5 13.8V11H2z';

/** Lines of 1.5 in boxes of 16 units, the forms of the window's own glyphs. */
const PATHS: Readonly<Record<SheetGlyph, string>> = {
  agent:
    'M4 6.5h8A1.5 1.5 0 0 1 13.5 8v4a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 12V8A1.5 1.5 0 0 1 4 6.5zM8 6.3V3M5.8 9.6v.8m4.4-.8v.8',
  artifact: `${PAGE}M9.6 2v3.4H13`,
  ask: `${BUBBLE}M6.4 6a1.6 1.6 0 1 1 1.9 1.6M8.2 9.1v.1`,
  cancelled: `${RING}M3.9 12.1 12.1 3.9`,
  event: 'M4.4 8a3.6 3.6 0 1 0 7.2 0 3.6 3.6 0 1 0-7.2 0z',
  failed: 'M5.6 1.8h4.8l3.8 3.8v4.8l-3.8 3.8H5.6l-3.8-3.8V5.6zM5.9 5.9l4.2 4.2m0-4.2-4.2 4.2',
  limit: 'M2.5 2.5h11M8 14V6M4.7 9.2 8 5.8l3.3 3.4',
  log: 'M2.5 3.5h11M2.5 6.5h7M2.5 9.5h9M2.5 12.5h5',
  model: 'M5 4.5h6v7H5zM6.5 2v2.3m3-2.3v2.3m-3 7.4V14m3-2.3V14M2 6.5h2.7M2 9.5h2.7m6.6-3H14m-2.7 3H14',
  note: `${RING}M8 7.5v3.6M8 5v.1`,
  ok: `${RING}M5.2 8.2l2 2 3.6-4.3`,
  prompt: `${PAGE}M5.5 7h5m-5 2.5h5m-5 2.5h3`,
  reasoning: 'M4.6 10.9a3.2 3.2 0 0 1-.5-6.3 4 4 0 0 1 7.7.5 2.95 2.95 0 0 1-.5 5.8zM5 13.4v.1',
  retry: 'M13 8a5 5 0 1 1-1.6-3.7M13.2 1.8v3.4H9.8',
  running: `${RING}M6.6 5.2v5.6L11 8z`,
  skipped: 'M2.5 2.5h11v11h-11zM5 5.6 8 8l-3 2.4m4-4.8L12 8l-3 2.4',
  state: 'M2.5 3h11v10h-11zM2.5 6.5h11M6.5 6.5V13',
  stream: 'M1.8 5.4c2-2 4.1-2 6.2 0s4.2 2 6.2 0M1.8 10.6c2-2 4.1-2 6.2 0s4.2 2 6.2 0',
  tool: 'M5 4.5 1.6 8 5 11.5M11 4.5 14.4 8 11 11.5',
  truncated: 'M1.8 5h7M1.8 8h4.6M1.8 11h6M11.6 2v3m0 1.6v2.9m0 1.6v3',
  usage: 'M2 12.4a6.3 6.3 0 1 1 12 0M8 11.4l2.9-4',
  waiting: 'M2.5 2.5h11v11h-11zM6.4 5.7v4.6M9.6 5.7v4.6',
  warning: 'M8 2.2 14.4 13.4H1.6zM8 6.4v3.3M8 11.5v.1',
};

/** The glyph of a sheet. Always used with text. */
export function Glyph({ name, size = 14 }: { readonly name: SheetGlyph; readonly size?: number }) {
  return (
    <svg
      className={layout.fixed}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

// The subject that a sheet is about, for the parts that copy from it or read what it left out.

const SheetSubjectContext = createContext<RenderSubject | null>(null);

const SheetSubjectProvider = SheetSubjectContext.Provider;

export function useSheetSubject(): RenderSubject {
  const subject = useContext(SheetSubjectContext);
  if (subject === null) throw new Error('A part of a sheet stands outside of one.');
  return subject;
}

/** A number as written, by its pointer; undefined for one that is printed as it was written. */
export function useWrittenNumbers(): (pointer: string) => string | undefined {
  const { numbers } = useSheetSubject();
  return useMemo(() => {
    const texts = new Map(numbers.map(({ pointer, text }) => [pointer, text]));
    return (pointer) => texts.get(pointer);
  }, [numbers]);
}

/** Length of a string that was not handed over, by its pointer; undefined for any other. */
export function useLeftOut(): (pointer: string) => number | undefined {
  const { leftOut } = useSheetSubject();
  return useMemo(() => {
    const lengths = new Map(leftOut.map(({ pointer, length }) => [pointer, length]));
    return (pointer) => lengths.get(pointer);
  }, [leftOut]);
}
