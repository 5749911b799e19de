/** Whether a value satisfies the schema of an interrupt. Who knows how to check foreign schemas says so from outside. */
import { createContext, useContext, useEffect, useState } from 'react';

export type ResumeCheck =
  | { readonly kind: 'satisfied' }
  | { readonly kind: 'violated'; readonly details: readonly ResumeViolation[] }
  /** `why` is one sentence. */
  | { readonly kind: 'not-checked'; readonly why: string };

/** One place where the value differs. Words of the schema only. */
export interface ResumeViolation {
  /** RFC 6901 pointer from the value. */
  readonly pointer: string;
  readonly message: string;
}

/** Checks a value against a schema that a host brought: elsewhere, under limits, never in this window. */
export type CheckResume = (schema: unknown, value: unknown, signal: AbortSignal) => Promise<ResumeCheck>;

const ResumeCheckContext = createContext<CheckResume | null>(null);

/** Provides a schema check to surfaces; without it the rehearsal says "not checked". */
export const ResumeCheckProvider = ResumeCheckContext.Provider;

/** Returns the schema check, or null. */
export const useCheckResume = (): CheckResume | null => useContext(ResumeCheckContext);

/** The verdict on a value; null while it is pending. `schema` is null where the log has none. */
export function useResumeCheck(schema: unknown, value: unknown): ResumeCheck | null {
  const check = useCheckResume();
  const [found, setFound] = useState<{ readonly of: unknown; readonly verdict: ResumeCheck } | null>(null);
  const isAsked = check !== null && schema !== null && schema !== undefined;
  useEffect(() => {
    if (!isAsked) return;
    const stop = new AbortController();
    const settle = (verdict: ResumeCheck) => {
      if (!stop.signal.aborted) setFound({ of: value, verdict });
    };
    check(schema, value, stop.signal).then(settle, () =>
      settle({ kind: 'not-checked', why: 'The check could not be made.' }),
    );
    return () => stop.abort();
  }, [isAsked, check, schema, value]);
  if (schema === null || schema === undefined) {
    return { kind: 'not-checked', why: 'The log holds no resumeSchema of the interrupt.' };
  }
  if (check === null) return { kind: 'not-checked', why: 'Nothing here checks schemas of hosts.' };
  return found !== null && Object.is(found.of, value) ? found.verdict : null;
}
