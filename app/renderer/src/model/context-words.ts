import type { AcceptContext } from '@openwop-inspector/acceptor-core';

/** The context in a few lines: names as people know them, values in short. */
export function contextInWords(
  context: AcceptContext,
): readonly { readonly name: string; readonly value: string }[] {
  const { host, contract } = context;
  return [
    { name: 'supported kinds', value: kindsInWords(host?.supportedEnvelopes ?? null) },
    {
      name: 'strictness, profile',
      value: `${host?.envelopeStrictness ?? 'warn'}, ${context.profile ?? 'lenient'}`,
    },
    {
      name: 'contract',
      value: contract
        ? `accepts ${contract.accepts.join(', ') || 'nothing more'}, ${contract.refusalMode ?? 'fail-node'}`
        : 'none, any kind passes',
    },
    { name: 'trust boundary', value: context.trustBoundary ?? 'not stated' },
    { name: 'interrupt', value: context.boundInterruptKind ?? 'none bound' },
    { name: 'accepted before', value: priorInWords(context) },
  ];
}

function kindsInWords(kinds: readonly string[] | null): string {
  if (kinds === null) return 'not known, every kind passes';
  const shown = kinds.slice(0, 6).join(', ');
  const more = kinds.length > 6 ? ` and ${kinds.length - 6} more` : '';
  return kinds.length === 0 ? 'the universal four only' : `${shown}${more}`;
}

function priorInWords({ prior, log }: AcceptContext): string {
  if (prior?.length) return `${prior.length} of this run`;
  return log?.length ? `rebuilt from ${log.length} events` : 'none';
}
