import { formatCount, formatDuration } from '@openwop-inspector/base';
import type { SheetValue, Text } from '@openwop-inspector/events';
import { layout } from '@openwop-inspector/ui';
import { Clause } from '../../clause/Clause.tsx';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import { FoldedText, MoreButton, usePaged } from './FoldedText.tsx';
import { JsonBlock } from './JsonBlock.tsx';
import { SubjectText } from './LeftOutText.tsx';
import styles from './sheet.module.css';
import { useWrittenNumbers } from './sheet-subject.tsx';

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
