import { lintDiscovery } from './lint-discovery.ts';

/** What every lint says of a place in a discovery document. */
export interface PlacedFinding {
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  /** RFC 6901 pointer from the root of the document. */
  readonly pointer: string;
  readonly message: string;
  readonly clause: string;
}

/** Findings of another lint with those of `lintDiscovery` after them; what both say is said once. O(findings²). */
export function withDiscoveryLint(
  document: unknown,
  findings: readonly PlacedFinding[],
): readonly PlacedFinding[] {
  const more = lintDiscovery(document).filter(
    ({ rule, pointer }) => !findings.some((one) => one.rule === rule && one.pointer === pointer),
  );
  return [
    ...findings,
    ...more.map(({ rule, level, pointer, message, clause }) => ({ rule, level, pointer, message, clause })),
  ];
}
