/** The input forms of a vector (vectors FORMAT). */
import {
  aBoolean,
  aCount,
  aNumber,
  anObject,
  anything,
  arrayOf,
  aString,
  fieldsOf,
  objectOf,
  oneOf,
  orNull,
  type Shape,
} from '@openwop-inspector/base';
import { aghWarningCodes, PROBLEM_CODES, WARNING_CODES } from '@openwop-inspector/protocol';
import { ACCEPT_STATUSES } from '../accept-result.ts';
import { DISCOVERY_RULES } from '../lint/lint-discovery.ts';
import { LINT_RULES } from '../lint/lint-rules.ts';
import { acceptContextShape } from './read-accept-context.ts';

/** What the vectors of one input form are made of. */
export interface FormShape {
  readonly input: Shape;
  readonly expect: Shape;
  /** Fields of the vector in addition to those that every vector has. */
  readonly extra?: Readonly<Record<string, Shape>>;
}

// Fields of vectors with `emissions` (vectors FORMAT 2).

const strings = arrayOf(aString);

const emission = objectOf({
  envelope: anything,
  single: aBoolean,
  frozen: aBoolean,
  shareRefs: arrayOf(strings),
  context: acceptContextShape,
  text: aString,
  textRepeat: objectOf({ unit: aString, count: aCount, prefix: aString }, ['unit', 'count']),
  turn: oneOf([true]),
  mutateOutcome: objectOf({ index: aCount, set: anObject }, ['index', 'set']),
});

const INPUTS = ['envelope', 'text', 'textRepeat', 'turn', 'mutateOutcome'];

// Fields of vectors with `dispatch`, `gate`, `lint`, `discovery`, `messages` and `token` (vectors FORMAT 5, 6, 9).

/** A rule that must not be found is checked as well: with a typo in it, it never would be. */
const rule = oneOf([...Object.keys(LINT_RULES), ...Object.keys(DISCOVERY_RULES)]);

const findings = objectOf({
  findings: arrayOf(objectOf({ ...fieldsOf('pointer level'), rule }, ['rule'])),
  forbid: arrayOf(rule),
});

const warnings = arrayOf(oneOf(Object.keys(aghWarningCodes)));

// Fields of vectors with `reader`, `log`, `sse`, `session`, `errorBody` and `verdict` (vectors FORMAT 7, 10).

const part = {
  bytes: aString,
  base64: aString,
  generate: objectOf({ kind: oneOf(['chain']), count: aCount }, ['kind', 'count']),
};

const events = arrayOf(anything);

const repeat = { times: aCount, events, completed: events, last: events };

const taint = { kind: aString, verdict: oneOf(['agrees', 'deviates', 'unknown']), sequence: aCount };

const everywhere = { polluted: oneOf([false]), absent: arrayOf(aString) };

/**
 * The shape of each form, in the order of the README: the form decides which package answers. Forms that nothing answers
 * yet are checked as well, so that their typos are found at once.
 */
export const FORM_SHAPES = {
  emissions: {
    input: arrayOf((value, pointer, problems) => {
      emission(value, pointer, problems);
      if (typeof value !== 'object' || value === null) return;
      const given = INPUTS.filter((key) => Object.hasOwn(value, key));
      if (given.length !== 1)
        problems.push({ pointer, message: `An emission has exactly one of ${INPUTS.join(', ')}.` });
    }),
    // Values may be matcher objects, so most are not checked here.
    expect: arrayOf(
      objectOf({
        status: oneOf(ACCEPT_STATUSES),
        code: aString,
        reasons: arrayOf(anObject),
        step: aString,
        capKind: oneOf(['envelopes', 'schema', 'clarification']),
        events: arrayOf(anObject),
        warnings: strings,
        notes: strings,
        // A code that must not occur is checked: with a typo in it, it never would.
        notWarnings: arrayOf(oneOf(WARNING_CODES)),
        absent: strings,
        polluted: oneOf([false]),
        details: arrayOf(objectOf(fieldsOf('instancePath keyword'))),
        detailsCount: aCount,
        detailsExact: aBoolean,
        counters: objectOf(fieldsOf('clarificationRounds schemaRounds envelopesPerTurn')),
        replayed: aBoolean,
        sameOutcomeAs: aCount,
        outcome: orNull(
          objectOf(fieldsOf('status reason recordedEventIds envelopeId details gate capKind $absent')),
        ),
        recorded: anything,
        drift: aBoolean,
        redactionCount: aCount,
        recovery: orNull(objectOf(fieldsOf('path byteOffset'))),
        span: objectOf({ ...fieldsOf('name attributes'), absent: strings }),
        trace: strings,
        contiguous: oneOf([true]),
        sameInterruptId: oneOf([true]),
        uniqueEventIds: oneOf([true]),
        maxMs: aNumber,
        reasonHead: aString,
      }),
    ),
    extra: { expectWarnings: strings },
  },
  messages: {
    input: arrayOf(anObject),
    expect: arrayOf(
      objectOf({
        ...fieldsOf('reason_code trust lifecycle badge preserved'),
        status: oneOf(['accepted', 'rejected', 'duplicate', 'ignored']),
        step: aString,
        generated: arrayOf(anything),
        warnings,
        notWarnings: warnings,
      }),
    ),
    extra: { graph: objectOf({ stubs: strings, cycle: oneOf([true]), ambiguous: strings }) },
  },
  dispatch: {
    input: objectOf(
      {
        responses: arrayOf(objectOf(fieldsOf('stop text refusalText refusal usage'))),
        config: objectOf(
          fieldsOf('maxRetryAttempts schemaRounds multiplier maxTokens ceiling provider model prompt'),
        ),
      },
      ['responses', 'config'],
    ),
    expect: objectOf({
      events: arrayOf(anObject),
      terminal: objectOf({ ...fieldsOf('code attempts'), status: oneOf(['accepted', 'failed', 'stopped']) }),
      attempts: arrayOf(objectOf(fieldsOf('maxTokens corrective'))),
      warnings: strings,
      notWarnings: arrayOf(oneOf(WARNING_CODES)),
      absent: strings,
    }),
  },
  gate: {
    input: objectOf(fieldsOf('required active host fallback credentials prompt')),
    expect: objectOf({
      ...fieldsOf('model code'),
      decision: oneOf(['dispatch', 'dispatch-fallback', 'fail']),
      events: arrayOf(anObject),
    }),
  },
  lint: {
    input: objectOf({ schema: anything, tier: oneOf(['strict', 'warn', 'off']), specOwned: aBoolean }, [
      'schema',
    ]),
    expect: findings,
  },
  discovery: { input: anything, expect: findings },
  delta: {
    input: objectOf(fieldsOf('surfaceRef base frames values secrets contentTrust')),
    expect: objectOf({
      ...fieldsOf('payload values contentTrust'),
      ok: aBoolean,
      code: aString,
      baseKept: aBoolean,
      waitsForFull: aBoolean,
      root: oneOf(['surface', 'payload']),
      ...everywhere,
    }),
  },
  surface: {
    input: objectOf(
      fieldsOf('payload values press partial contentTrust trustBoundary boundInterruptKind secrets'),
    ),
    expect: objectOf({
      ...fieldsOf('rendered notice actionsEnabled reason value valueEntries target framed'),
      ...fieldsOf('textNodes elementsFromContent headings fieldOrder buttonOrder'),
      ...everywhere,
    }),
  },
  // Fields of vectors with `render`, `surface` and `delta` (vectors FORMAT 4).
  render: {
    input: objectOf(fieldsOf('envelope supported'), ['envelope']),
    expect: objectOf(
      fieldsOf('renderer text title lang alt source inline link requests saveName stored runFailed warnings'),
    ),
  },
  reader: {
    input: objectOf({ ...part, parts: arrayOf(objectOf(part)) }),
    expect: objectOf({
      ...fieldsOf('types sequences payloads eventIds errors problemLines virtualEnvelopes messages snapshot'),
      format: aString,
      events: aCount,
      runs: aCount,
      items: aCount,
      deltas: aCount,
      depth: aCount,
      problems: strings,
      // A code that must not occur is checked: with a typo in it, it never would.
      notProblems: arrayOf(oneOf(PROBLEM_CODES)),
      causation: arrayOf(objectOf(fieldsOf('event to meaning'), ['event', 'to', 'meaning'])),
      absent: strings,
    }),
  },
  log: {
    input: objectOf({ events: arrayOf(anything), document: anything }, ['events']),
    expect: objectOf({
      rules: arrayOf(
        objectOf({ code: oneOf(PROBLEM_CODES), sequence: aCount, message: aString }, ['code', 'sequence']),
      ),
      taint: arrayOf(objectOf(taint, Object.keys(taint))),
      notProblems: arrayOf(oneOf(PROBLEM_CODES)),
    }),
  },
  sse: {
    input: objectOf({ bytes: aString, split: oneOf(['every-offset']) }),
    expect: objectOf(fieldsOf('frames ids events data')),
  },
  session: {
    input: objectOf(fieldsOf('host script snapshot mode cursor key')),
    expect: objectOf({
      next: objectOf({
        ...fieldsOf('action then headers query minDelayMs'),
        absentHeaders: strings,
        absentQuery: strings,
      }),
      absent: strings,
    }),
  },
  errorBody: { input: objectOf(fieldsOf('status body')), expect: objectOf(fieldsOf('code')) },
  token: {
    input: objectOf({ peer: aString }, ['peer']),
    expect: objectOf({ token: aString }, ['token']),
  },
  verdict: {
    input: objectOf({
      events,
      document: anything,
      snapshot: anything,
      repeat: objectOf(repeat, Object.keys(repeat)),
    }),
    expect: objectOf({
      ...fieldsOf('title tone sentence landOn recovered chainStartsAt causes prevented runs chainOfEnd'),
      failure: anything,
      cause: anything,
      problems: arrayOf(aString),
      absent: arrayOf(aString),
    }),
  },
} as const satisfies Readonly<Record<string, FormShape>>;

/** Input key of a vector. */
export type VectorForm = keyof typeof FORM_SHAPES;

/** Input keys, in the order of the README. */
export const VECTOR_FORMS = Object.keys(FORM_SHAPES) as readonly VectorForm[];
