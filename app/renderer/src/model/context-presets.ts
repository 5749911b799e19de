import type { AcceptContext, Limits } from '@openwop-inspector/acceptor-core';

/** A way to fill in a context. */
export interface ContextPreset {
  readonly title: string;
  readonly apply: (context: AcceptContext) => AcceptContext;
}

const USUAL_LIMITS: Limits = { clarificationRounds: 3, schemaRounds: 2, envelopesPerTurn: 5 };

/** Circumstances worth trying. Each changes what it is named for and leaves the rest. */
export const CONTEXT_PRESETS: readonly ContextPreset[] = [
  { title: 'Nothing known', apply: ({ profile }) => ({ profile }) },
  {
    title: 'Usual limits',
    apply: (context) => ({ ...context, host: { ...context.host, limits: USUAL_LIMITS } }),
  },
  {
    title: 'Strict host',
    apply: (context) => ({ ...context, host: { ...context.host, envelopeStrictness: 'strict' } }),
  },
  {
    title: 'No retry left',
    apply: (context) => {
      const limits = { ...USUAL_LIMITS, ...context.host?.limits };
      const counters = { ...context.counters, schemaRounds: limits.schemaRounds ?? 2 };
      return { ...context, host: { ...context.host, limits }, counters };
    },
  },
  {
    title: 'Approval, untrusted',
    apply: (context) => ({ ...context, trustBoundary: 'untrusted', boundInterruptKind: 'approval' }),
  },
];
