/** Hosts the user has saved. Tokens never cross to the window. */
import type { HostAddress } from '@openwop-inspector/host-client';

/**
 * Where the token of a host is kept. It never crosses to the window: typed, it goes one way, once.
 * `session`: in the shell's memory until it ends. `system-store`: encrypted by the system, on the desktop.
 * `environment`: read from a variable whenever it is needed.
 */
export interface TokenState {
  readonly kept: 'none' | 'session' | 'system-store' | 'environment';
  /** Name of the variable; null otherwise. */
  readonly variable: string | null;
  /** Why it is not kept longer, in words: the system has no store, the variable is empty. Null when there is nothing to say. */
  readonly remark: string | null;
}

/** The state after a token was set; what cannot be a token is not taken, and what was kept before stays. */
export interface TokenReply extends TokenState {
  readonly isTaken: boolean;
}

/** What became of choosing an authority: a sentence when the file was not taken, null when it was or nothing was chosen. */
export interface AuthorityReply {
  readonly message: string | null;
}

/** A run of a host that was attached to before. */
export interface RecentRun {
  readonly runId: string;
  readonly workflowId: string | null;
  readonly status: string | null;
  readonly attachedAtMs: number;
}

/** A host the person has saved or attached to. */
export interface SavedHost {
  readonly hostId: string;
  readonly baseUrl: string;
  /** As the person named it, else as discovery does, else the host's name in the address. */
  readonly name: string;
  readonly token: TokenState;
  /** Name of the file with its certificate authority; null for the public ones alone. */
  readonly authority: string | null;
  /** Newest first, at most 20. */
  readonly recentRuns: readonly RecentRun[];
}

/** Address handed over from outside: a deep link or an argument. The person confirms before anything is asked. */
export type HostAddressReply =
  | {
      readonly ok: true;
      readonly address: HostAddress;
      readonly host: SavedHost | null;
      readonly holdsToken: boolean;
    }
  | { readonly ok: false; readonly message: string };
