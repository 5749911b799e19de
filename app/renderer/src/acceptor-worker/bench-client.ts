import { spawnAcceptorWorker } from '../worker/spawn.ts';
import { createAcceptorClient } from './acceptor-client.ts';

/** The acceptor of the window. Its worker starts when something is first asked of it. */
export const acceptor = createAcceptorClient(spawnAcceptorWorker);
