/** What is said of each step; its checks are in the files next to it. */

/** Why an attempt is retried (run-events 3.2.7 RetryReason). A simulation never writes `type-mismatch`. */
export type RetryReason = 'truncation' | 'parse-error' | 'schema-violation' | 'type-drift';

/** Description of a step for users. Separate from the step, so that a window can show it without its code. */
export interface StepInfo<Id extends string = string> {
  readonly id: Id;
  /** Number in acceptor 2, for readers of the text. */
  readonly number: string;
  /** What it checks, in one sentence. */
  readonly rule: string;
  /** Where the pointers of its violations count from, as a pointer from the envelope; the envelope unless given. */
  readonly base?: '/payload' | undefined;
  /** Why a model is queried again after this step refused; absent where it is not (acceptor 5). */
  readonly retry?: RetryReason | undefined;
}

/**
 * What is said of each step, in the order in which they run (acceptor 2). Nothing else defines the order:
 * `pipeline/profiles.ts` adds the checks to it.
 */
export const STEPS = [
  {
    id: 'capability',
    number: 'S0',
    rule: 'The host takes envelopes of a model at all (aiEnvelope is not false).',
  },
  {
    id: 'parse',
    number: 'S1',
    rule: 'The value is a JSON object, or the text yields one. At most 64 levels and 1 MiB.',
    retry: 'parse-error',
  },
  {
    id: 'synthesis',
    number: 'S2',
    rule: 'Lenient only: an absent envelopeId is filled in, in v1 an absent meta block or correlationId too. It never refuses.',
  },
  {
    id: 'shape',
    number: 'S3',
    rule: 'The envelope has the closed shape of the protocol: known keys, right types, real dates.',
    retry: 'schema-violation',
  },
  {
    id: 'partial',
    number: 'S3p',
    rule: 'A chunk that is not the last one is buffered; only the final one is processed.',
  },
  {
    id: 'conflict-peek',
    number: 'S4',
    rule: 'Looks whether this correlationId was accepted before in this run. It never refuses.',
  },
  {
    id: 'kind',
    number: 'S5',
    rule: 'The type is one of the universal four, or the host lists it in supportedEnvelopes.',
    retry: 'type-drift',
  },
  {
    id: 'schema-version',
    number: 'S6',
    rule: 'schemaVersion (0 when absent) fits the version the host advertises for the kind.',
    retry: 'schema-violation',
  },
  {
    id: 'payload',
    number: 'S7',
    rule: 'The payload, without optional nulls, passes the schema of its kind, then the rules the schema cannot say.',
    base: '/payload',
    retry: 'schema-violation',
  },
  {
    id: 'contract',
    number: 'S8',
    rule: 'The node takes this kind: universal, or named in the contract’s accepts.',
  },
  {
    id: 'limits',
    number: 'S9',
    rule: 'No cap is reached: first the one of the kind, then envelopesPerTurn.',
  },
  {
    id: 'redaction',
    number: 'S10',
    rule: 'Values of the run’s secrets are replaced by [REDACTED:<secretId>]. It never refuses.',
  },
  {
    id: 'trust',
    number: 'S11',
    rule: 'Content that is not trusted may not answer an approval; everything else only gets its tag.',
  },
  {
    id: 'dedup',
    number: 'S12',
    rule: 'A repeat of an accepted envelope gives the first outcome again; the same id with another kind is a conflict.',
  },
  { id: 'route', number: 'S13', rule: 'The kind has a handler on this host.' },
  { id: 'emit', number: 'S14', rule: 'The events of the kind are recorded, and the counters go up.' },
] as const satisfies readonly StepInfo[];

export type StepId = (typeof STEPS)[number]['id'];

const byId: ReadonlyMap<string, StepInfo> = new Map(STEPS.map((step) => [step.id, step]));

/** What is said of one step; null for a word that names none, as `stopped`. */
export function stepInfo(id: StepId): StepInfo;
export function stepInfo(id: string): StepInfo | null;
export function stepInfo(id: string): StepInfo | null {
  return byId.get(id) ?? null;
}
