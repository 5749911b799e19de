/** Hooks over what a live run waits for, what was done with it, and what a fork would do again. */
import type { RequestedInterrupt } from '@openwop-inspector/run-log';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLiveFacts } from '../../shared/job-query.ts';
import { shell } from '../../shell/bridge.ts';
import { useLive } from '../live/live-store.ts';
import { useSessionActions } from './action-store.ts';
import { openInterrupts } from './open-interrupt.ts';

const NONE: readonly RequestedInterrupt[] = [];

/** The open interrupts of a live session, fetched again whenever the log or an action of ours says so. */
export function useOpenInterrupts(sessionId: string) {
  const { liveId = null, runId = '' } = useLive(sessionId, ({ live }) => live) ?? {};
  const status = useLive(sessionId, (entry) => entry.status.runStatus);
  const { done } = useSessionActions(sessionId);
  const requested = useLiveFacts(sessionId)?.interrupts ?? NONE;
  const waits = requested.map(({ ordinal }) => ordinal).join(' ');
  const { data, error, isPending } = useQuery({
    queryKey: ['interrupts', sessionId, liveId, status, waits, done],
    queryFn: () => shell().call('live/interrupts', { liveId: liveId ?? '' }),
    enabled: liveId !== null,
    gcTime: 5000,
    placeholderData: keepPreviousData,
  });
  const listed = data?.ok === true ? data.interrupts : null;
  const interrupts = useMemo(() => openInterrupts(listed, requested, runId), [listed, requested, runId]);
  const failure = error?.message ?? (data?.ok === false ? data.error.message : null);
  return {
    interrupts,
    /** Why the host does not report them, as text; those of the log are there all the same. */
    failure,
    isPending,
  };
}

/** What was done in a session, oldest first. */
export function useActionLog(sessionId: string) {
  const liveId = useLive(sessionId, ({ live }) => live.liveId);
  const { done } = useSessionActions(sessionId);
  return useQuery({
    queryKey: ['actions', sessionId, liveId, done],
    queryFn: () => shell().call('live/actions', { liveId: liveId ?? '' }),
    enabled: liveId !== null,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
}
