/** Every rule of the schema lint, with its sentence of reason and its clause (acceptor 11). */

/** What is known about one rule. */
export interface LintRuleInfo {
  /** Short plain words, sentence case, no full stop. */
  readonly title: string;
  /** Why the rule exists. One sentence. */
  readonly why: string;
  readonly clause: string;
}

const variantRules = {
  D1: {
    title: 'oneOf is used',
    why: 'Vendors refuse or drop oneOf, so variants are written as anyOf with a discriminator.',
    clause: 'acceptor 11.1 D1',
  },
  D2: {
    title: 'A branch has no discriminator',
    why: 'Without a property of one literal value a reader cannot tell which branch was meant.',
    clause: 'acceptor 11.1 D2',
  },
  D3: {
    title: 'The discriminator is not required',
    why: 'A model may leave out what is not required, and then no branch can be told from another.',
    clause: 'acceptor 11.1 D3',
  },
  D4: {
    title: 'Branches are not told apart',
    why: 'One property must have another literal in every branch, else two branches look the same.',
    clause: 'acceptor 11.1 D4',
  },
  D5: {
    title: 'A branch fails the Tier-1 subset',
    why: 'Vendors apply their limits inside branches too, so one bad branch spoils the whole variant.',
    clause: 'acceptor 11.1 D5',
  },
  D6: {
    title: 'const instead of an enum of one value',
    why: 'The rule asks for enum; not every vendor reads const.',
    clause: 'acceptor 11.1 D6',
  },
  D7: {
    title: 'A branch cannot be checked',
    why: 'Its reference leads nowhere in this document, and nothing is fetched.',
    clause: 'acceptor 11.1 D7',
  },
} as const satisfies Record<string, LintRuleInfo>;

const tierRules = {
  T1: {
    title: 'The root is not an object',
    why: 'Structured output needs an object at the root.',
    clause: 'acceptor 11.2 T1',
  },
  T2: {
    title: 'An object is open',
    why: 'Strict modes need additionalProperties: false on every object, else the schema is refused.',
    clause: 'acceptor 11.2 T2',
  },
  T3: {
    title: 'A property is not required',
    why: 'Strict modes need every property in required; an optional one is a type union with null.',
    clause: 'acceptor 11.2 T3',
  },
  T4: {
    title: 'A forbidden keyword',
    why: 'The keyword is outside what all vendors have in common; the schema is refused or means less than it says.',
    clause: 'acceptor 11.2 T4',
  },
  T5: {
    title: 'A limit on a string',
    why: 'Strict modes do not bind strings; check length, pattern and format in the host.',
    clause: 'acceptor 11.2 T5',
  },
  T6: {
    title: 'A limit on a number',
    why: 'Strict modes do not bind numbers; check ranges in the host.',
    clause: 'acceptor 11.2 T6',
  },
  T7: {
    title: 'A limit on an array',
    why: 'Limits on arrays are outside the subset; check them in the host.',
    clause: 'acceptor 11.2 T7',
  },
  T8: {
    title: 'Nested too deeply',
    why: 'More than five levels are refused by at least one vendor.',
    clause: 'acceptor 11.2 T8',
  },
  T9: {
    title: 'Too many properties',
    why: 'The subset allows 100 properties in the whole document.',
    clause: 'acceptor 11.2 T9',
  },
  T10: {
    title: 'The schema refers to itself',
    why: 'Not every vendor takes recursion.',
    clause: 'acceptor 11.2 T10',
  },
  T11: {
    title: 'Order of properties',
    why: 'Models write properties in order; reasoning helps only when it stands before the answer.',
    clause: 'acceptor 11.2 T11',
  },
} as const satisfies Record<string, LintRuleInfo>;

const ownRules = {
  schema_limit: {
    title: 'The schema is too large to check',
    why: 'Schemas of others are checked within limits on size, depth and findings.',
    clause: 'envelope 8',
  },
} as const satisfies Record<string, LintRuleInfo>;

/** Every rule with its facts. `schema_limit` is ours: it says what was not looked at. */
export const LINT_RULES = { ...variantRules, ...tierRules, ...ownRules } as const satisfies Record<
  string,
  LintRuleInfo
>;

/** A rule of the schema lint. */
export type LintRule = keyof typeof LINT_RULES;
