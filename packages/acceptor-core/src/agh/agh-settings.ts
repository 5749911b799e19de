import type { AghContext } from './agh-context.ts';

/** Seconds (agh 3). */
const DEFAULT_REPLAY_AGE = 300;

/** The context with every default filled in. */
export interface AghSettings {
  /** Unix seconds, or null for the replay clock. */
  readonly fixedNow: number | null;
  readonly maxReplayAge: number;
  /** Keys of `peerKey`, or null when the local peers are unknown. */
  readonly localPeers: ReadonlySet<string> | null;
  readonly isViewer: boolean;
  readonly warnsOfUnknownKeys: boolean;
  readonly followsDiagram: boolean;
}

/** Key of a pair of names; no two pairs share one. */
export function pairKey(first: string, second: string): string {
  return JSON.stringify([first, second]);
}

export function settingsOf(context: AghContext): AghSettings {
  const { now, clock, maxReplayAge, localPeers, mode, options } = context;
  const age = maxReplayAge ?? 0;
  return {
    fixedNow: clock === 'replay' ? null : (now ?? null),
    // As the reference does, an age of nothing is read as not set.
    maxReplayAge: age > 0 ? age : DEFAULT_REPLAY_AGE,
    localPeers: localPeers ? new Set(localPeers.map(({ channel, peer }) => pairKey(channel, peer))) : null,
    isViewer: mode === 'viewer',
    warnsOfUnknownKeys: options?.unknownKeys === 'warn',
    followsDiagram: options?.lifecycle === 'diagram',
  };
}
