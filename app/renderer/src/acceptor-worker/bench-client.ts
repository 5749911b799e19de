import { spawnAcceptorWorker } from '../worker/spawn.ts';
import { createAcceptorClient } from './acceptor-client.ts';

/** The acceptor of the window. Its worker starts on the first request. */
export const acceptor = createAcceptorClient(spawnAcceptorWorker);
