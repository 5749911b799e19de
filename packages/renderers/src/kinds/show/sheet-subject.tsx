/** The subject that a sheet is about, for the parts that copy from it or read what it left out. */
import { createContext, useContext, useMemo } from 'react';
import type { RenderSubject } from '../../contract/render-subject.ts';

const SheetSubjectContext = createContext<RenderSubject | null>(null);

export const SheetSubjectProvider = SheetSubjectContext.Provider;

export function useSheetSubject(): RenderSubject {
  const subject = useContext(SheetSubjectContext);
  if (subject === null) throw new Error('A part of a sheet is outside of one.');
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
