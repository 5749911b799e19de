import { createRedactor, type Redactor } from '@openwop-inspector/base';
import type { AcceptContext, Profile } from '../accept-context.ts';
import type { AcceptWarning } from '../accept-parts.ts';
import type { Acceptor, AcceptorParts } from '../create-acceptor.ts';
import { createAcceptor } from '../create-acceptor.ts';
import type { RetryReason } from '../steps/step.ts';
import type { ReadConfig } from './dispatch-input.ts';
import type { DispatchAttempt, NodeMember, SimulatedEvent } from './dispatch-result.ts';

/** No host may announce a higher number of attempts (run-events 3.2.7). */
const MAX_ATTEMPTS = 16;

/** The next request to the model. */
export interface Request {
  readonly attempt: number;
  readonly maxTokens: number | null;
  readonly correctiveFragment: string | null;
  /** Why there was need for it; null for the first one. */
  readonly after: { readonly reason: RetryReason; readonly error: string } | null;
}

/** A dispatch while it runs. What never changes, then what it collects. */
export interface DispatchRun {
  readonly config: ReadConfig;
  readonly profile: Profile;
  readonly acceptor: Acceptor;
  readonly redactor: Redactor;
  readonly node: NodeMember;
  /** The requested model, masked. */
  readonly model: Readonly<{ provider: string; model: string }>;
  readonly mostAttempts: number;
  /** `limit` of an exhausted budget: the cap, or, without one, the retries that the bound on attempts allows. */
  readonly capLimit: number;
  /** Rounds that were used up before. */
  readonly usedRounds: number;
  readonly events: SimulatedEvent[];
  readonly attempts: DispatchAttempt[];
  readonly warnings: AcceptWarning[];
}

export function startRun(config: ReadConfig, context: AcceptContext, parts: AcceptorParts): DispatchRun {
  const redactor = createRedactor(context.secrets ?? []);
  const cap = config.schemaRounds ?? context.host?.limits?.schemaRounds ?? null;
  const usedRounds = context.counters?.schemaRounds ?? 0;
  const roundsLeft = cap === null ? Number.POSITIVE_INFINITY : Math.max(0, cap - usedRounds);
  const mostAttempts = Math.min(config.maxRetryAttempts, roundsLeft + 1, MAX_ATTEMPTS);
  return {
    config,
    profile: context.profile ?? 'lenient',
    acceptor: createAcceptor(withSchemaRounds(context, config.schemaRounds), parts),
    redactor,
    node: typeof context.nodeId === 'string' ? { nodeId: redactor.text(context.nodeId) } : {},
    model: { provider: redactor.text(config.provider), model: redactor.text(config.model) },
    mostAttempts,
    capLimit: cap ?? mostAttempts - 1,
    usedRounds,
    events: [],
    attempts: [],
    warnings: [],
  };
}

function withSchemaRounds(context: AcceptContext, schemaRounds: number | null): AcceptContext {
  if (schemaRounds === null) return context;
  const { host } = context;
  return { ...context, host: { ...host, limits: { ...host?.limits, schemaRounds } } };
}
