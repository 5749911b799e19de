import type { DoctorReport, HostError } from '@openwop-inspector/host-client';
import type { HostAddressReply } from '@openwop-inspector/shell-contract';
import { create } from 'zustand';

/** An address that was read and names a host. Never what was pasted: that may have contained a token. */
export type UnderstoodAddress = Extract<HostAddressReply, { readonly ok: true }>;

/** What became of a test of a host. */
export type Examination =
  | { readonly kind: 'running'; readonly examineId: string; readonly startedAtMs: number }
  | { readonly kind: 'done'; readonly report: DoctorReport; readonly runId: string | null }
  | { readonly kind: 'cancelled' }
  /** The shell could not test at all. */
  | { readonly kind: 'failed'; readonly message: string };

/** What became of attaching; a success opens a session and leaves nothing here. */
export type Attachment =
  | { readonly kind: 'asking'; readonly runId: string }
  | {
      readonly kind: 'failed';
      readonly runId: string;
      readonly message: string;
      readonly error: HostError | null;
    };

/** The user's choices and actions on one host. */
export interface HostWork {
  /** As typed. */
  readonly runId: string;
  readonly a2uiDelta: boolean;
  readonly examination: Examination | null;
  readonly attachment: Attachment | null;
  /** The user has requested the host's list of runs; before, nothing is requested. */
  readonly asksForRuns: boolean;
}

export const NEW_WORK: HostWork = {
  runId: '',
  a2uiDelta: false,
  examination: null,
  attachment: null,
  asksForRuns: false,
};

/** The user's choices on the connection screen. Nothing of it outlives the window. */
export interface HostsState {
  /** The visible host; null for the first of the list. */
  readonly hostId: string | null;
  /** An address from a link or an argument that is not answered yet. Nothing is requested before. */
  readonly arrival: HostAddressReply | null;
  readonly work: Readonly<Record<string, HostWork>>;
}

export const useHostsStore = create<HostsState>()(() => ({ hostId: null, arrival: null, work: {} }));

/** The current state of a host, for actions. */
export function hostWorkOf(hostId: string): HostWork {
  return useHostsStore.getState().work[hostId] ?? NEW_WORK;
}

export const useHostWork = (hostId: string): HostWork =>
  useHostsStore(({ work }) => work[hostId] ?? NEW_WORK);

export function changeHostWork(hostId: string, change: Partial<HostWork>): void {
  useHostsStore.setState(({ work }) => ({
    work: { ...work, [hostId]: { ...(work[hostId] ?? NEW_WORK), ...change } },
  }));
}

/** Forgets a removed host. */
export function dropHostWork(hostId: string): void {
  useHostsStore.setState(({ work, hostId: inSight }) => {
    const { [hostId]: _removed, ...rest } = work;
    return { work: rest, hostId: inSight === hostId ? null : inSight };
  });
}
