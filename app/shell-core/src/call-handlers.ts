import type { CallName, Reply, Request } from '@openwop-inspector/shell-contract';

/** One handler a call. Requests have been checked; `gone` aborts when nobody waits for the answer any more. */
export type CallHandlers = {
  readonly [N in CallName]: (request: Request<N>, gone?: AbortSignal) => Promise<Reply<N>>;
};
