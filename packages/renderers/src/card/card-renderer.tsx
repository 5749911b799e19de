/** Card: the readable fields of a payload (envelope 2.2). */

import {
  countOf,
  formatCount,
  formatDuration,
  formatWrittenDate,
  formatWrittenDuration,
  isRecord,
  type JsonObject,
  member,
  ownString,
  pointerTo,
} from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import { Button, ControlButton, Icon, layout } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import type { EnvelopeSubject } from '../contract/render-services.ts';
import { hintRenderer, type Reading, type ShowProps } from '../contract/renderer.ts';
import { FoldedText } from '../kinds/show/FoldedText.tsx';
import {
  LeftOutText,
  SheetSubjectProvider,
  useLeftOut,
  useWrittenNumbers,
} from '../kinds/show/sheet-subject.tsx';
import { ContentHeading, ScrollGroup } from '../parts/elements.tsx';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import styles from './card.module.css';

/** A payload with a title. */
interface CardReading {
  readonly title: string | null;
  /** The title is a field of the payload, which is not said twice. */
  readonly titleIsField: boolean;
  /** An object or an array. */
  readonly payload: object;
}

export const cardRenderer = hintRenderer({ name: 'card', title: 'Card', read: readCard, Show: CardShow });

function readCard(subject: EnvelopeSubject): Reading<CardReading> | null {
  const payload = member(subject.value, 'payload');
  if (typeof payload !== 'object' || payload === null) return null;
  const isLeftOut = subject.leftOut.some(({ pointer }) => pointer === '/payload/title');
  const own = isRecord(payload) && !isLeftOut ? ownString(payload, 'title') : null;
  const hinted = subject.rendering.title;
  const titleIsField = hinted === null && own !== null && own !== '' && own.length <= MAX_TITLE_LENGTH;
  return { ok: true, view: { title: titleIsField ? own : hinted, titleIsField, payload } };
}

/** A longer one is a text among the fields, in UTF-16 units. */
const MAX_TITLE_LENGTH = 200;

/** A payload as a card. Another subject starts with its own folds. */
function CardShow({ view, subject }: ShowProps<CardReading>) {
  const { title, titleIsField, payload } = view;
  return (
    <SheetSubjectProvider subject={subject}>
      <div
        key={subject.key}
        className={layout('breaks selectable ground framed roundedMore body pad12x16 margin8x16')}
      >
        {title !== null && (
          <ContentHeading level={4} className={layout('marginBottom8 title')} dir="auto">
            <VisibleText text={title} />
          </ContentHeading>
        )}
        {Array.isArray(payload) && <CardItems items={payload} pointer="/payload" depth={0} />}
        {isRecord(payload) && (
          <CardFields fields={payload} pointer="/payload" depth={0} without={titleIsField ? 'title' : null} />
        )}
      </div>
    </SheetSubjectProvider>
  );
}

interface CardValueProps {
  /** Key of the field; empty for an item. */
  readonly name: string;
  readonly value: unknown;
  readonly pointer: string;
  /** Depth of the parent object or array; the payload has 0. */
  readonly depth: number;
}

/** Objects and arrays that lie deeper are folded; those far deeper are left to the payload's own view. */
const OPEN_LEVELS = 3;
const MAX_LEVELS = 64;

/** One value: reworded where that is clearer, otherwise raw. A long text is folded, an omitted one has a button to load it. */
function CardValue({ name, value, pointer, depth }: CardValueProps) {
  const leftOut = useLeftOut().get(pointer);
  const writtenNumbers = useWrittenNumbers();
  if (value === null || value === undefined) return <Quiet words="null" />;
  if (typeof value === 'string') {
    if (leftOut !== undefined) return <LeftOutText pointer={pointer} length={leftOut} look="prose" />;
    if (value === '') return <Quiet words="empty text" />;
    const words = value.length > 60 ? null : (formatWrittenDate(value) ?? formatWrittenDuration(value));
    if (words === null) return <FoldedText text={value} look="prose" />;
    return (
      <>
        {words} <VisibleText as="span" className={layout('ident marginStart8')} text={value} />
      </>
    );
  }
  if (typeof value === 'number') {
    const text = writtenNumbers.get(pointer) ?? String(value);
    const words = unitText(name, value);
    if (words === null) return <span className={layout('code jsonNumber')}>{text}</span>;
    return (
      <>
        {words} <span className={layout('ident marginStart8')}>{text}</span>
      </>
    );
  }
  if (typeof value === 'boolean')
    return <span className={layout('code jsonWord')}>{value ? 'true' : 'false'}</span>;
  if (Array.isArray(value)) {
    if (value.length === 0) return <Quiet words="no items" />;
    return (
      <Foldable depth={depth} words={countOf(value.length, 'item')}>
        {() => <CardItems items={value} pointer={pointer} depth={depth + 1} />}
      </Foldable>
    );
  }
  if (isRecord(value)) {
    return (
      <Foldable depth={depth} words={countOf(Object.keys(value).length, 'field')}>
        {() => <CardFields fields={value} pointer={pointer} depth={depth + 1} />}
      </Foldable>
    );
  }
  return <span className={layout('code jsonNumber')}>{scalarText(value)}</span>;
}

/** Words of ours in place of a value. */
function Quiet({ words }: { readonly words: string }) {
  return <span className={layout('italic third')}>{words}</span>;
}

interface FoldableProps {
  readonly depth: number;
  /** What is inside, while it is folded. */
  readonly words: string;
  readonly children: () => React.ReactNode;
}

function Foldable({ depth, words, children }: FoldableProps) {
  const [isOpen, setIsOpen] = useState(depth < OPEN_LEVELS);
  if (depth >= MAX_LEVELS) return <Quiet words={`${words}, too deep for a card`} />;
  if (depth < OPEN_LEVELS) return children();
  return (
    <>
      <ControlButton look="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={10} />
        {words}
      </ControlButton>
      {isOpen && children()}
    </>
  );
}

/** A unit follows a sign, or is a word of camel case: `items` does not end with `ms`. */
const UNIT =
  /(?:^|[^A-Za-z])(ms|millis|milliseconds|seconds|secs|minutes)$|[a-z0-9](Ms|Millis|Milliseconds|Seconds|Secs|Minutes)$/;

/** Ten years: what is longer is a time since 1970, and no duration. */
const MAX_DURATION_MS = 315_360_000_000;

/** Formats `durationMs: 83400` as "1 min 23 s"; null without a unit in the key or for an invalid duration. */
export function unitText(key: string, value: number): string | null {
  const [, apart, joined] = UNIT.exec(key.slice(-40)) ?? [];
  const name = (apart ?? joined)?.toLowerCase();
  if (name === undefined) return null;
  const unit = name.startsWith('s') ? 1_000 : name === 'minutes' ? 60_000 : 1;
  return value >= 0 && value * unit <= MAX_DURATION_MS ? formatDuration(value * unit) : null;
}

/** Fields that are displayed at first, and that each press adds. */
const FIRST_FIELDS = 50;
const MORE_FIELDS = 200;

interface CardFieldsProps {
  readonly fields: JsonObject;
  readonly pointer: string;
  readonly depth: number;
  /** A field that is displayed elsewhere. */
  readonly without?: string | null;
}

/** The members of an object, with raw keys. */
export function CardFields({ fields, pointer, depth, without }: CardFieldsProps) {
  const keys = useMemo(() => Object.keys(fields).filter((key) => key !== without), [fields, without]);
  const [most, setMost] = useState(FIRST_FIELDS);
  if (keys.length === 0) return <Quiet words="no fields" />;
  return (
    <>
      <dl className={layout('grid', styles.fields)} data-nested={depth > 0 || undefined}>
        {keys.slice(0, most).map((key) => (
          <div key={key} className={layout('grid allColumns', styles.field)}>
            <dt className={layout('code second')}>
              <VisibleText text={key === '' ? '""' : key.slice(0, 300)} />
            </dt>
            <dd className={layout.narrow}>
              <CardValue name={key} value={fields[key]} pointer={pointerTo(pointer, key)} depth={depth} />
            </dd>
          </div>
        ))}
      </dl>
      {keys.length > most && (
        <Button small onPress={() => setMost(most + MORE_FIELDS)}>
          Show more of {formatCount(keys.length)} fields
        </Button>
      )}
    </>
  );
}

/** Items that are displayed at first, and on every later page. */
const FIRST_ITEMS = 50;
const PAGE_ITEMS = 200;

interface CardItemsProps {
  readonly items: readonly unknown[];
  readonly pointer: string;
  /** Of this array; the payload has 0. */
  readonly depth: number;
}

/** An array: a table when its items have the same fields, else a list. One page of it is in the document. */
export function CardItems({ items, pointer, depth }: CardItemsProps) {
  const columns = useMemo(() => tableColumns(items), [items]);
  const [from, setFrom] = useState(0);
  const [size, setSize] = useState(FIRST_ITEMS);
  if (items.length === 0) return <Quiet words="no items" />;
  const to = Math.min(from + size, items.length);
  const page = { items, from, to, pointer, depth };
  return (
    <>
      {columns === null ? (
        <ol className={layout('grid gap2', styles.items)} start={from + 1}>
          {items.slice(from, to).map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place
            <li key={from + at}>
              <CardValue name="" value={item} pointer={pointerTo(pointer, from + at)} depth={depth} />
            </li>
          ))}
        </ol>
      ) : (
        <CardTable {...page} columns={columns} />
      )}
      {items.length > FIRST_ITEMS && (
        <p className={layout('row wrap aside gap4x8 marginTop4')}>
          <span role="status">
            {columns === null ? 'Items' : 'Rows'} {formatCount(from + 1)} to {formatCount(to)} of{' '}
            {formatCount(items.length)}
          </span>
          {size === FIRST_ITEMS && (
            <Button small onPress={() => setSize(PAGE_ITEMS)}>
              Show more
            </Button>
          )}
          {size === PAGE_ITEMS && items.length > PAGE_ITEMS && (
            <>
              <Button small isDisabled={from === 0} onPress={() => setFrom(Math.max(0, from - PAGE_ITEMS))}>
                Previous page
              </Button>
              <Button small isDisabled={to >= items.length} onPress={() => setFrom(from + PAGE_ITEMS)}>
                Next page
              </Button>
            </>
          )}
        </p>
      )}
    </>
  );
}

interface CardTableProps extends CardItemsProps {
  readonly from: number;
  /** Exclusive end. */
  readonly to: number;
  readonly columns: readonly string[];
}

/** A page of items with the same fields. Rows are numbered as the array counts, from 0. */
function CardTable({ items, from, to, pointer, depth, columns }: CardTableProps) {
  return (
    <ScrollGroup className={layout('capped focusInside scrollsAcross')} aria-label="Table of items">
      <table className={layout('rowText', styles.table)}>
        <thead>
          <tr>
            <th scope="col">#</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                <VisibleText text={column.slice(0, 100)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.slice(from, to).map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place
            <tr key={from + at}>
              <th scope="row" className={layout.third}>
                {from + at}
              </th>
              <Cells item={item} columns={columns} pointer={pointerTo(pointer, from + at)} depth={depth} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollGroup>
  );
}

interface CellsProps extends Pick<CardTableProps, 'columns' | 'pointer' | 'depth'> {
  readonly item: unknown;
}

/** Only the first items were inspected: one that is not an object, or has more fields, is displayed completely. */
function Cells({ item, columns, pointer, depth }: CellsProps) {
  const isRow = isRecord(item) && Object.keys(item).every((key) => columns.includes(key));
  if (!isRow) {
    return (
      <td colSpan={columns.length}>
        <CardValue name="" value={item} pointer={pointer} depth={depth} />
      </td>
    );
  }
  return columns.map((column) => (
    <td key={column}>
      {Object.hasOwn(item, column) ? (
        <CardValue
          name={column}
          value={item[column]}
          pointer={pointerTo(pointer, column)}
          // What lies in a cell is folded sooner: a cell is narrow.
          depth={depth + 1}
        />
      ) : (
        <Quiet words="absent" />
      )}
    </td>
  ));
}

/** Number of items inspected before an array is called uniform. */
const MAX_INSPECTED = 200;
const MAX_COLUMNS = 12;

/**
 * Columns of a table, in the order of their first mention; null when the array is none. A table has two items at
 * least, all objects, with few different fields, and no field that most items lack.
 */
export function tableColumns(items: readonly unknown[]): readonly string[] | null {
  if (items.length < 2) return null;
  const counts = new Map<string, number>();
  const looked = items.slice(0, MAX_INSPECTED);
  for (const item of looked) {
    if (!isRecord(item)) return null;
    const keys = Object.keys(item);
    if (keys.length === 0 || keys.length > MAX_COLUMNS) return null;
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    if (counts.size > MAX_COLUMNS) return null;
  }
  const isShared = [...counts.values()].every((count) => count * 2 >= looked.length);
  return isShared ? [...counts.keys()] : null;
}
