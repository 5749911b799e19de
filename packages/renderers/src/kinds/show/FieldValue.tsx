import { formatCount, formatDuration } from '@openwop-inspector/base';
import type { SheetValue, Text } from '@openwop-inspector/events';
import { ControlButton, jsonColours, layout } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { Clause } from '../../clause/Clause.tsx';
import { useRenderServices } from '../../contract/render-services.ts';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import { type JsonPiece, jsonLines } from '../sheet/json-lines.ts';
import { FoldedText, MoreButton, usePaged } from './FoldedText.tsx';
import styles from './sheet.module.css';
import { SubjectText, useLeftOut, useSheetSubject, useWrittenNumbers } from './sheet-subject.tsx';

export interface FieldValueProps {
  readonly value: SheetValue;
  /** Pointer in the subject; null for text that is not recorded. */
  readonly pointer: string | null;
  /** Its label, for the name of a copy. */
  readonly title: string;
}

/** One value with its label. */
export function FieldValue({ value, pointer, title }: FieldValueProps) {
  const writtenNumbers = useWrittenNumbers();
  switch (value.kind) {
    case 'id':
    case 'text':
      return (
        <SubjectText text={value.text} pointer={pointer} look={value.kind === 'id' ? 'mono' : 'prose'} />
      );
    case 'number':
      return (
        <span className={layout.tabular}>
          {writtenNumbers.get(pointer ?? '') ?? formatCount(value.value)}
          {value.unit === '' ? '' : ` ${value.unit}`}
        </span>
      );
    case 'duration':
      // "2 min 5 s", followed by the recorded number.
      return (
        <span className={layout.tabular}>
          {formatDuration(value.ms)}
          {Math.abs(value.ms) >= 1_000 && <span className={layout.caption}> {formatCount(value.ms)} ms</span>}
        </span>
      );
    case 'flag':
      return value.value ? 'Yes' : 'No';
    case 'names':
      return <NameList items={value.items} />;
    case 'own':
      return <SentenceView words={value.words} />;
    case 'withheld':
      return (
        <span className={layout.caption}>Not displayed here: this event is defined to hold no content.</span>
      );
    case 'json':
      return <JsonBlock value={value.value} pointer={pointer ?? ''} title={title} bare />;
  }
}

function NameList({ items }: { readonly items: readonly string[] }) {
  const paged = usePaged(items);
  if (items.length === 0) return <span className={layout.caption}>None</span>;
  return (
    <>
      <ul className={layout('flex wrap gap4')}>
        {paged.visible.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
          <li key={at} className={layout('capped chrome rounded edged pad0x6')}>
            <FoldedText text={item} look="mono" />
          </li>
        ))}
      </ul>
      <MoreButton paged={paged} noun="names" />
    </>
  );
}

/** A sentence of ours; the names in it are set as what they are, foreign text. */
export function SentenceView({ words }: { readonly words: Text }) {
  return words.map((piece, at) =>
    typeof piece === 'string' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <Clause key={at} clause={piece} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <code key={at} className={layout('breaks sunken rounded payload', styles.name)}>
        <VisibleText text={piece.foreign} />
      </code>
    ),
  );
}

/** UTF-16 units written at first, and at most; the payload tree has everything. */
const FIRST_UNITS = 1_600;
const MAX_UNITS = 24_000;

export interface JsonBlockProps {
  readonly value: unknown;
  /** Pointer of the value in the subject; null when it is elsewhere. */
  readonly pointer: string | null;
  /** What is copied, in words, "Arguments". */
  readonly title: string;
  /** Without a frame, inside a list of fields. */
  readonly bare?: boolean;
}

/** A nested value as JSON, bounded, to be read and copied. */
export function JsonBlock({ value, pointer, title, bare = false }: JsonBlockProps) {
  const [units, setUnits] = useState(FIRST_UNITS);
  const leftOut = useLeftOut();
  const numbers = useWrittenNumbers();
  const { pieces, cut } = useMemo(
    () => jsonLines(value, pointer === null ? { units } : { units, pointer, leftOut, numbers }),
    [value, units, leftOut, numbers, pointer],
  );
  return (
    <div className={bare ? styles.jsonBare : layout('card', styles.json)}>
      <code className={layout('narrow breaks lines payload third')}>
        {pieces.map((piece, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
          <Piece key={at} piece={piece} />
        ))}
      </code>
      {typeof value === 'object' && value !== null && (
        <CopyJson value={value} pointer={pointer} title={title} />
      )}
      {cut && (
        <div className={layout.allColumns}>
          {units < MAX_UNITS ? (
            <ControlButton onClick={() => setUnits(MAX_UNITS)}>Show more</ControlButton>
          ) : (
            <span className={layout.caption}>The payload has the rest.</span>
          )}
        </div>
      )}
    </div>
  );
}

function Piece({ piece }: { readonly piece: JsonPiece }) {
  if (piece.role === 'mark') return piece.text;
  const isForeign = piece.role === 'string' || piece.role === 'key';
  return (
    <span className={piece.role === 'note' ? layout.aside : jsonColours[piece.role]}>
      {isForeign ? <VisibleText text={piece.text} /> : piece.text}
    </span>
  );
}

/** Copies the value as it was recorded, secrets masked: not the shortened text that is displayed. */
function CopyJson({ value, pointer, title }: JsonBlockProps) {
  const { content, copyText } = useRenderServices();
  const subject = useSheetSubject();
  const [said, setSaid] = useState('');
  async function copy() {
    const answer =
      pointer === null
        ? written(value)
        : await content
            .tree(subject)
            .text(pointer)
            .catch(() => null);
    if (answer === null) return setSaid('The value could not be read.');
    await copyText(answer.text, title);
    setSaid(answer.truncated ? 'Beginning copied' : 'Copied');
  }
  return (
    <div className={layout('row gap8 reversed selfTop')}>
      <ControlButton aria-label={`Copy ${title}`} onClick={() => void copy()}>
        Copy
      </ControlButton>
      <span role="status" className={layout.caption}>
        {said}
      </span>
    </div>
  );
}

/** A value from outside of the subject; up to `MAX_UNITS` of it. */
function written(value: unknown): { readonly text: string; readonly truncated: boolean } {
  const { pieces, cut } = jsonLines(value, { units: MAX_UNITS });
  return { text: pieces.map((piece) => piece.text).join(''), truncated: cut };
}
