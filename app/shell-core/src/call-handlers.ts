import type { CallName, Reply, Request } from '@openwop-inspector/shell-contract';

/** One handler a call. Requests have been checked; `gone` aborts when nobody waits for the answer any more. */
export type CallHandlers = {
  readonly [N in CallName]: (request: Request<N>, gone?: AbortSignal) => Promise<Reply<N>>;
};

/** The handler of a call that only does something. */
export const done =
  <R>(act: (request: R) => Promise<void> | void): ((request: R) => Promise<null>) =>
  async (request) => {
    await act(request);
    return null;
  };
