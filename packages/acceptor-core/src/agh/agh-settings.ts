import type { AghDialect } from '@openwop-inspector/protocol';

/** Seconds (agh 3). */
const DEFAULT_REPLAY_AGE = 300;

/** The context with every default filled in. */
export type AghSettings = Readonly<ReturnType<typeof settingsOf>>;

/** Key of a pair of names; no two pairs share one. */
export function pairKey(first: string, second: string): string {
  return JSON.stringify([first, second]);
}

export function settingsOf(context: AghContext) {
  const { now, clock, maxReplayAge, localPeers, mode, options, dialect, isMixed } = context;
  const age = maxReplayAge ?? 0;
  return {
    /** Unix seconds, or null for the replay clock. */
    fixedNow: clock === 'replay' ? null : (now ?? null),
    // As the reference does, an age of nothing is read as not set.
    maxReplayAge: age > 0 ? age : DEFAULT_REPLAY_AGE,
    /** Keys of `pairKey`, or null when the local peers are unknown. */
    localPeers: localPeers ? new Set(localPeers.map(({ channel, peer }) => pairKey(channel, peer))) : null,
    isViewer: mode === 'viewer',
    warnsOfUnknownKeys: options?.unknownKeys === 'warn',
    followsDiagram: options?.lifecycle === 'diagram',
    /** The dialect of the file, and whether a message that shows another is judged by its own. */
    dialect: dialect ?? 'seed',
    isMixed: isMixed === true,
  };
}

/** What the AGH acceptor is given about the receiver of the messages (agh 2). */

/** A peer of this side, in one channel. */
export interface AghPeer {
  readonly channel: string;
  readonly peer: string;
}

/** Optional interpretations of the text. */
export interface AghOptions {
  /** Top-level keys unknown to the seed: `refuse` (the seed) unless given, `warn` preserves them (agh 1.1). */
  readonly unknownKeys?: 'refuse' | 'warn' | undefined;
  /**
   * Effect of an accepted receipt on a submitted interaction: nothing (`code`, unless given), or on to working as in
   * the diagram of the documentation (`diagram`) (agh 5).
   */
  readonly lifecycle?: 'code' | 'diagram' | undefined;
}

/** The whole context. Every member may be absent; `null` means absent. */
export interface AghContext {
  /** Unix seconds; only the fixed clock reads it. The acceptor has no clock of its own. */
  readonly now?: number | null | undefined;
  /**
   * `fixed` is always `now`. `replay` is the newest `ts` so far, the message at hand included, so that an old
   * recording is not expired as a whole (agh 2). Fixed unless given; without `now` it is the replay clock.
   */
  readonly clock?: 'fixed' | 'replay' | null | undefined;
  /** Seconds that a message without `expires_at` stays fresh, and that a `ts` may lie ahead; 300 unless given. */
  readonly maxReplayAge?: number | null | undefined;
  /** Peers of this side; absent means unknown, and then routing is not checked and no receipt is made. */
  readonly localPeers?: readonly AghPeer[] | null | undefined;
  /** `router` unless given; in `viewer` a trace without an opener opens the lane `unopened` (agh 5). */
  readonly mode?: 'router' | 'viewer' | null | undefined;
  readonly options?: AghOptions | null | undefined;
  /** The dialect of the messages, `seed` unless given; `AghDialects` counts that of a file (agh 9.1). */
  readonly dialect?: AghDialect | null | undefined;
  /** Messages that show a dialect are judged by that one. */
  readonly isMixed?: boolean | null | undefined;
}
