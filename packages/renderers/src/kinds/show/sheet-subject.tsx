/** The subject of a sheet or card, for the parts that copy from it or read what it left out. */
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { RenderSubject } from '../../contract/render-subject.ts';

interface SheetContext {
  readonly subject: RenderSubject;
  readonly lengths: ReadonlyMap<string, number>;
  readonly numbers: ReadonlyMap<string, string>;
}

const SheetSubjectContext = createContext<SheetContext | null>(null);

interface SheetSubjectProviderProps {
  readonly subject: RenderSubject;
  readonly children: ReactNode;
}

export function SheetSubjectProvider({ subject, children }: SheetSubjectProviderProps) {
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
