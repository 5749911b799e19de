import { isRecord, ownValue } from '@openwop-inspector/base';
import type { AghContext } from './agh-context.ts';
import type { AghResult } from './agh-result.ts';
import { createAghAcceptor } from './create-agh-acceptor.ts';
import { type AghGraph, aghGraph } from './graph.ts';

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
