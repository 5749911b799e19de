/** Hooks over the envelopes, trust and reasoning of a log and the rendered subjects of an event. */
import type { LogicalEnvelope } from '@openwop-inspector/run-log';
import { replaceEqualDeep } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useJob } from '../../shared/job-query.ts';
import { type SubjectsTarget, targetName } from '../../shared/subject-place.ts';
import type { SubjectsAnswer } from '../../worker/subjects.ts';
import { drawnTaint, type TaintDrawn } from '../causes/taint-drawn.ts';
import { isReportedBy } from '../envelopes/envelope-text.ts';
import { useChoices } from '../sessions/view-store.ts';

/** The envelope of the selected event. */
export type VisibleEnvelope =
  | { readonly kind: 'found'; readonly envelope: LogicalEnvelope; readonly position: number | null }
  /** The selected event belongs to no envelope, or nothing is selected. */
  | { readonly kind: 'none' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * The visible envelope: the one that was gone to while its event is still the selected one, else the one the selected
 * event belongs to. `position` is its row among all, null when it is not known.
 */
export function useVisibleEnvelope(sessionId: string): VisibleEnvelope {
  const { selected, envelope: chosen } = useChoices(sessionId, 'selected', 'envelope');
  const requested = { sessionId, ordinal: selected ?? 0 };
  const place = useJob('envelopePosition', requested, { enabled: selected !== null });
  const position = place.isPlaceholderData ? undefined : place.data;
  const enabled = position !== undefined && position >= 0;
  const page = { sessionId, text: '', offset: position ?? 0, limit: 1 };
  const { data, isPlaceholderData, error } = useJob('envelopes', page, { enabled });
  const found = isPlaceholderData || !enabled ? undefined : data?.rows[0];
  const failure = place.error ?? error;
  if (failure !== null) return { kind: 'failed', reason: failure.message };
  if (chosen !== null && (chosen.row.ordinal < 0 || isReportedBy(chosen.row, selected))) {
    const isSame = found?.key === chosen.row.key;
    return {
      kind: 'found',
      envelope: isSame ? found : chosen.row,
      // A place in a narrowed list says nothing about the place among all.
      position: isSame ? (position ?? null) : chosen.text === '' ? chosen.index : null,
    };
  }
  if (selected === null || position === -1) return { kind: 'none' };
  return found === undefined
    ? { kind: 'pending' }
    : { kind: 'found', envelope: found, position: position ?? null };
}

/** What was displayed of the event before may stay this long, in ms. */
const LATE_AFTER_MS = 200;

/**
 * The subjects of an event: what is rendered of it. Rendering them may take a while: it is deferred after
 * user input, so that the list next to it never waits.
 */
export function useSubjects(sessionId: string, target: SubjectsTarget) {
  const name = targetName(target);
  const { data, error } = useJob('subjects', { sessionId, ...target });
  const isHere = data?.of === name;
  const isLate = useIsLate(!isHere, name);
  const last = useRef<SubjectsAnswer | null>(null);
  // The same object for the same content, so that load progress re-renders nothing.
  if (isHere) last.current = replaceEqualDeep(last.current, data);
  const answer = useDeferredValue(isHere || !isLate ? last.current : null);
  return {
    /** Of the event before while those of this one are on their way, but no longer than a moment; null when late. */
    answer,
    /** The requested event is not the displayed one. */
    isPending: error === null && answer?.of !== name,
    failure: error === null ? null : error.message,
  };
}

function useIsLate(isWaiting: boolean, since: string): boolean {
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(since), LATE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, since]);
  return isWaiting && late === since;
}

/** Whether an event is trusted, and what brought the taint. */
export const useTrust = (sessionId: string, ordinal: number | null) =>
  useJob('trust', { sessionId, ordinal: ordinal ?? 0 }, { enabled: ordinal !== null });

/** A message of AGH Network with its steps; `now` in Unix seconds, null for the clock of the log. */
export const useMessage = (sessionId: string, ordinal: number | null, now: number | null) =>
  useJob('message', { sessionId, ordinal: ordinal ?? 0, now }, { enabled: ordinal !== null });

/** Maximum number of rendered places of a path. */
const MAX_PLACES = 100;

/** The path of untrusted content displayed over list, tree and lanes; null when none is, or until it is known. */
export function useTaintDrawn(sessionId: string): TaintDrawn | null {
  const { taint: chosen } = useChoices(sessionId, 'taint');
  // By its id alone, where it has one.
  const address = chosen?.eventId == null ? chosen : { eventId: chosen.eventId };
  const place = useJob('find', { sessionId, ...address }, { enabled: chosen !== null });
  const ordinal = place.isPlaceholderData ? null : (place.data?.ordinal ?? null);
  const input = { sessionId, ordinal: ordinal ?? 0, limit: MAX_PLACES };
  const { data, isPlaceholderData } = useJob('taint', input, { enabled: ordinal !== null });
  return useMemo(() => {
    if (chosen === null || ordinal === null || isPlaceholderData || data === undefined || data === null)
      return null;
    return data.way.length === 0 ? null : drawnTaint(data);
  }, [chosen, ordinal, data, isPlaceholderData]);
}
