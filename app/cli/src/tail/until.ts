import { wildcard } from '@openwop-inspector/run-log';

/** What ends a tail: the end of the run, or an event of a type, `*` standing for anything. */
export type Until =
  | { readonly kind: 'terminal' }
  | { readonly kind: 'type'; readonly pattern: string; readonly matches: (type: string) => boolean };

/** Reads `--until`: `terminal`, or a type of events. */
export function readUntil(text: string): Until {
  if (text === 'terminal') return { kind: 'terminal' };
  return { kind: 'type', pattern: text, matches: wildcard(text) };
}
