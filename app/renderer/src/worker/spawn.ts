import acceptorUrl from '../acceptor-worker/acceptor.worker.ts?worker&url';
import { SessionClient } from './client.ts';
import sessionUrl from './session.worker.ts?worker&url';

/** The part of the Trusted Types interface that we use; not in the library types yet. */
interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): URL };
}

let policy: { createScriptURL(url: string): string | URL } | null = null;

/**
 * The one Trusted Types policy of the application, `inspector-worker`: it lets through the addresses of our own workers
 * and nothing else, since `require-trusted-types-for 'script'` forbids `new Worker()` on a plain string.
 */
function trustedWorkerUrl(url: string): string | URL {
  const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes; // checked on the next line
  policy ??= factory?.createPolicy('inspector-worker', {
    createScriptURL: (requested) => {
      if (requested !== sessionUrl && requested !== acceptorUrl)
        throw new Error(`not a worker of this application: ${requested}`);
      return requested;
    },
  }) ?? { createScriptURL: (plain) => plain };
  return policy.createScriptURL(url);
}

/** Starts the worker of all sessions, and its client. */
export function spawnSessionWorker(): SessionClient {
  return new SessionClient(new Worker(trustedWorkerUrl(sessionUrl), { type: 'module', name: 'sessions' }));
}

/** Starts a worker that runs the acceptor. Its script is served with a policy of its own (shell-core). */
export function spawnAcceptorWorker(): Worker {
  return new Worker(trustedWorkerUrl(acceptorUrl), { type: 'module', name: 'acceptor' });
}
