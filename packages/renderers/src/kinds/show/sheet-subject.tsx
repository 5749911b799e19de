/** The subject of a sheet or card, for the parts that copy from it or read what it left out. */

import { countOf } from '@openwop-inspector/base';
import { ControlButton, layout } from '@openwop-inspector/ui';
import { createContext, type PropsWithChildren, useContext, useMemo, useState } from 'react';
import { type LoadedText, type RenderSubject, useRenderServices } from '../../contract/render-services.ts';
import { orProblem } from '../../parts/loaded-content.ts';
import { FoldedText, type FoldedTextProps } from './FoldedText.tsx';

interface SheetContext {
  readonly subject: RenderSubject;
  readonly lengths: ReadonlyMap<string, number>;
  readonly numbers: ReadonlyMap<string, string>;
}

const SheetSubjectContext = createContext<SheetContext | null>(null);

export function SheetSubjectProvider({ subject, children }: PropsWithChildren<{ subject: RenderSubject }>) {
  const value = useMemo(() => {
    const lengths = new Map(subject.leftOut.map(({ pointer, length }) => [pointer, length]));
    const numbers = new Map(subject.numbers.map(({ pointer, text }) => [pointer, text]));
    return { subject, lengths, numbers };
  }, [subject]);
  return <SheetSubjectContext.Provider value={value}>{children}</SheetSubjectContext.Provider>;
}

function useSheetContext(): SheetContext {
  const context = useContext(SheetSubjectContext);
  if (context === null) throw new Error('A part of a sheet is outside of one.');
  return context;
}

export const useSheetSubject = (): RenderSubject => useSheetContext().subject;

/** Numbers as written, by pointer; without those that are printed as they were written. */
export const useWrittenNumbers = (): ReadonlyMap<string, string> => useSheetContext().numbers;

/** Lengths of the strings that were not handed over, by pointer. */
export const useLeftOut = (): ReadonlyMap<string, number> => useSheetContext().lengths;

interface SubjectTextProps extends Pick<FoldedTextProps, 'text' | 'look'> {
  /** Pointer in the subject; null for text that is not recorded. */
  readonly pointer: string | null;
}

/** A string of the subject: folded where it is long, read on demand where it was omitted. */
export function SubjectText({ text, pointer, look }: SubjectTextProps) {
  const length = useLeftOut().get(pointer ?? '');
  if (text !== '') return <FoldedText text={text} look={look} />;
  if (pointer === null || length === undefined) return <span className={layout.caption}>Empty text</span>;
  return <LeftOutText pointer={pointer} length={length} look={look} />;
}

interface LeftOutTextProps extends Pick<FoldedTextProps, 'look'> {
  readonly pointer: string;
  readonly length: number;
}

/** A string that was omitted from the value: read on demand. */
export function LeftOutText({ pointer, length, look }: LeftOutTextProps) {
  const { content } = useRenderServices();
  const subject = useSheetSubject();
  const [loaded, setLoaded] = useState<LoadedText | null>(null);
  const [said, setSaid] = useState('');

  async function load() {
    setSaid('Reading…');
    const answer = await orProblem(content.text(subject, pointer), 'The text could not be read.');
    if (answer.kind === 'text') setLoaded(answer);
    setSaid(answer.kind === 'problem' ? answer.message : '');
  }

  if (loaded !== null) {
    return (
      <>
        <FoldedText text={loaded.text} look={look} />
        {loaded.truncated && (
          <p className={layout.caption}>The text continues; only its beginning can be read here.</p>
        )}
      </>
    );
  }
  return (
    <div className={layout('narrow block')}>
      <span className={layout.caption}>{countOf(length, 'character')} of text. </span>
      <ControlButton onClick={() => void load()}>Read text</ControlButton>
      <span role="status" className={layout.caption}>
        {said}
      </span>
    </div>
  );
}
