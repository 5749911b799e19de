import { formatCount } from '@openwop-inspector/base';
import type { SheetPart, ValuePart } from '../sheet/sheet.ts';
import { FoldedPart } from './FoldedPart.tsx';
import { FoldedText } from './FoldedText.tsx';
import { FormPart } from './FormPart.tsx';
import { JsonBlock } from './JsonBlock.tsx';
import { LeftOutText } from './LeftOutText.tsx';
import { OutsideFrame } from './OutsideFrame.tsx';
import { QuestionList, SingleQuestion } from './QuestionList.tsx';
import { SaidWords } from './SaidWords.tsx';
import { ShareBar } from './ShareBar.tsx';
import { Glyph } from './SheetGlyph.tsx';
import { SheetTable } from './SheetTable.tsx';
import styles from './sheet.module.css';
import { useLeftOut } from './sheet-subject.ts';

/** One part of a sheet below its fields. */
export function PartView({ part }: { readonly part: SheetPart }) {
  switch (part.kind) {
    case 'value':
      return <ValuePartView part={part} />;
    case 'known':
      return (
        <FoldedPart title={part.title} size="" open={false}>
          <JsonBlock value={part.value} pointer={null} title={part.title} />
        </FoldedPart>
      );
    case 'question':
      return <SingleQuestion entry={part.entry} pointer={part.pointer} />;
    case 'form':
      return <FormPart title={part.title} schema={part.schema} pointer={part.pointer} />;
    case 'questions':
      return <QuestionList list={part.list} pointer={part.pointer} />;
    case 'table':
      return <SheetTable title={part.title} columns={part.columns} rows={part.rows} />;
    case 'share':
      return <ShareBar part={part} />;
    case 'notice':
      return (
        <p className={styles.notice} data-tone={part.tone}>
          <Glyph name={part.tone === 'warning' ? 'warning' : part.tone === 'error' ? 'failed' : 'note'} />
          <span>
            <SaidWords words={part.words} />
          </span>
        </p>
      );
  }
}

function ValuePartView({ part }: { readonly part: ValuePart }) {
  return (
    <FoldedPart title={part.title} size={sizeWords(part.value)} open={part.open}>
      <OutsideFrame fromOutside={part.fromOutside}>
        <PartValue part={part} />
      </OutsideFrame>
    </FoldedPart>
  );
}

function PartValue({ part }: { readonly part: ValuePart }) {
  const { value, pointer, title, look } = part;
  const length = useLeftOut()(pointer);
  if (typeof value !== 'string') return <JsonBlock value={value} pointer={pointer} title={title} />;
  if (value === '' && length !== undefined)
    return <LeftOutText pointer={pointer} length={length} look={look} />;
  if (value === '') return <p className={styles.quiet}>Empty text</p>;
  return <FoldedText text={value} look={look} />;
}

function sizeWords(value: unknown): string {
  if (typeof value === 'string' && value.length > 80) return `${formatCount(value.length)} characters`;
  if (Array.isArray(value)) return `${formatCount(value.length)} ${value.length === 1 ? 'item' : 'items'}`;
  return '';
}
