import type { AghContext } from './agh-context.ts';
import { type AghInteraction, emptyMemory } from './agh-memory.ts';
import type { AghResult } from './agh-result.ts';
import { settingsOf } from './agh-settings.ts';
import { judgeMessage } from './judge-message.ts';

/** An acceptor of AGH messages with the memory of a receiver: its clock, ids it has seen, interactions. */
export interface AghAcceptor {
  /** One message as a value. Never throws, never changes it; `preserved` is the message itself. */
  accept(message: unknown): AghResult;
  /** One message as it stood on the wire. Never throws. */
  acceptText(text: string): AghResult;
  /** Every interaction so far, in the order they were opened. */
  interactions(): readonly AghInteraction[];
}

/**
 * The pipeline of AGH Network v0 in the order of the seed (agh 2): A1 to A7, first failure wins. Pure: no clock, no
 * network; two acceptors with one context give the same answers to the same messages. O(size) for each message.
 */
export function createAghAcceptor(context: AghContext = {}): AghAcceptor {
  const settings = settingsOf(context);
  const memory = emptyMemory();
  return {
    accept: (value) => judgeMessage({ value }, settings, memory),
    acceptText: (text) => judgeMessage({ text }, settings, memory),
    interactions: () => [...memory.interactions.values()],
  };
}
