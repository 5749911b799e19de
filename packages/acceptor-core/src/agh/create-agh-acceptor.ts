import { isRecord, ownValue } from '@openwop-inspector/base';
import type { AghContext } from './agh-context.ts';
import type { AghResult } from './agh-result.ts';
import { settingsOf } from './agh-settings.ts';
import { type AghInteraction, emptyMemory } from './agh-work.ts';
import { type AghGraph, aghGraph } from './graph.ts';
import { judgeMessage } from './judge-message.ts';

/** An acceptor of AGH messages with the memory of a receiver: its clock, ids it has seen, interactions. */
export interface AghAcceptor {
  /** One message as a value. Never throws, never changes it; `preserved` is the message itself. */
  accept(message: unknown): AghResult;
  /** One message as it stood on the wire; `now`, Unix seconds, is the clock for this one alone. Never throws. */
  acceptText(text: string, now?: number): AghResult;
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
    acceptText: (text, now) =>
      judgeMessage({ text }, now === undefined ? settings : { ...settings, fixedNow: now }, memory),
    interactions: () => [...memory.interactions.values()],
  };
}

/** Results by message, in order, and the graph of all of them. */
export interface AghRun {
  readonly results: readonly AghResult[];
  readonly graph: AghGraph;
}

/**
 * A whole list through a fresh acceptor, in file order. `{raw: text}`, with no other key, is text of the wire, as in
 * vectors (vectors FORMAT 9). Never throws.
 */
export function runAghMessages(context: AghContext, messages: readonly unknown[]): AghRun {
  const acceptor = createAghAcceptor(context);
  const results = messages.map((message) => {
    const text = rawText(message);
    return text === null ? acceptor.accept(message) : acceptor.acceptText(text);
  });
  return { results, graph: aghGraph(results.map(({ preserved }) => preserved)) };
}

function rawText(message: unknown): string | null {
  if (!isRecord(message) || Object.keys(message).length !== 1) return null;
  const raw = ownValue(message, 'raw');
  return typeof raw === 'string' ? raw : null;
}
