import { cutText } from '@openwop-inspector/base';

/** Every rule of the schema lint, with its sentence of reason and its clause (acceptor 11). */

/** What is known about one rule. */
export interface LintRuleInfo {
  /** Why the rule exists. One sentence. */
  readonly why: string;
  readonly clause: string;
}

/** Every rule with its facts. */
export const LINT_RULES = {
  ...underClause('acceptor 11.1', {
    D1: 'Vendors refuse or drop oneOf, so variants are written as anyOf with a discriminator.',
    D2: 'Without a property of one literal value a reader cannot tell which branch was meant.',
    D3: 'A model may leave out what is not required, and then no branch can be distinguished from another.',
    D4: 'One property must have another literal in every branch, else two branches look the same.',
    D5: 'Vendors apply their limits inside branches too, so one bad branch spoils the whole variant.',
    D6: 'The rule requires enum; not every vendor reads const.',
    D7: 'Its reference leads nowhere in this document, and nothing is fetched.',
  }),
  ...underClause('acceptor 11.2', {
    T1: 'Structured output needs an object at the root.',
    T2: 'Strict modes need additionalProperties: false on every object, else the schema is refused.',
    T3: 'Strict modes need every property in required; an optional one is a type union with null.',
    T4: 'The keyword is outside what all vendors have in common; the schema is refused or means less than it says.',
    T5: 'Strict modes do not bind strings; check length, pattern and format in the host.',
    T6: 'Strict modes do not bind numbers; check ranges in the host.',
    T7: 'Limits on arrays are outside the subset; check them in the host.',
    T8: 'More than five levels are refused by at least one vendor.',
    T9: 'The subset allows 100 properties in the whole document.',
    T10: 'Not every vendor takes recursion.',
    T11: 'Models write properties in order; reasoning helps only when it comes before the answer.',
  }),
  // Ours: it names what was not checked.
  schema_limit: {
    why: 'Schemas of others are checked within limits on size, depth and findings.',
    clause: 'envelope 8',
  },
} as const satisfies Record<string, LintRuleInfo>;

/** Rules that are each a clause by their own name, such as `acceptor 11.1 D1`, with their reasons. */
function underClause<const Rule extends string>(
  section: string,
  reasons: Readonly<Record<Rule, string>>,
): Readonly<Record<Rule, LintRuleInfo>> {
  const rows = Object.entries<string>(reasons);
  const named = rows.map(([rule, why]) => [rule, { why, clause: `${section} ${rule}` }]);
  return Object.fromEntries(named) as Record<Rule, LintRuleInfo>;
}

/** A rule of the schema lint. */
export type LintRule = keyof typeof LINT_RULES;

export type LintLevel = 'error' | 'warning' | 'info';

/** `envelopes.tierOneSubsetCompliance` of a host (envelope 9): errors, warnings, or nothing at all. */
export type LintTier = 'strict' | 'warn' | 'off';

/** One thing that a schema lint has to say. */
export interface LintFinding {
  readonly rule: LintRule;
  readonly level: LintLevel;
  /** RFC 6901 pointer from the root of the schema; vectors FORMAT 6 says which place a rule points at. */
  readonly pointer: string;
  /** What is wrong here, one sentence. Names of the schema are quoted and shortened. */
  readonly message: string;
  /** Why the rule exists. One sentence. */
  readonly why: string;
  /** Vendors for which it matters, with what they do; empty when the vendor table has no row for it. */
  readonly vendors: readonly VendorEffect[];
  readonly clause: string;
}

/** A finding before its level is known. */
export interface LintDraft {
  readonly rule: LintRule;
  /** Index of the place it was found at. */
  readonly place: number;
  readonly pointer: string;
  readonly message: string;
  readonly feature?: VendorFeature;
}

const MAX_NAME = 80;

/** A name of the content for a message: quoted, on one line, shortened. */
export function quoted(name: string): string {
  return JSON.stringify(cutText(name, MAX_NAME));
}

// What three vendors make of schema features in their strict output modes (acceptor 11.2, as of RFC 0030).

/** The structured output modes that the table knows. */
export const VENDORS = ['OpenAI strict', 'Anthropic strict', 'Gemini responseSchema'] as const;
export type Vendor = (typeof VENDORS)[number];

/** Support of a feature by a vendor. `limited` names its bound in the note, `not-stated` means undocumented. */
export type Support = 'required' | 'supported' | 'unsupported' | 'dropped' | 'limited' | 'not-stated';

/** One cell of the table. */
export interface VendorCell {
  readonly support: Support;
  /** What happens to a schema that uses the feature, or goes without a required one. One sentence. */
  readonly note: string;
}

export type VendorFeature =
  | 'closed-objects'
  | 'oneOf'
  | 'anyOf'
  | 'string-limits'
  | 'number-limits'
  | 'prefixItems'
  | 'recursive-refs'
  | 'propertyNames'
  | 'nesting';

const supported = (note = 'Taken.'): VendorCell => ({ support: 'supported', note });
const unsupported = (note: string): VendorCell => ({ support: 'unsupported', note });
const dropped: VendorCell = {
  support: 'dropped',
  note: 'The keyword is silently dropped, so the output is not bound by it.',
};
const notStated: VendorCell = { support: 'not-stated', note: 'No limit is published.' };
const mustClose: VendorCell = {
  support: 'required',
  note: 'Every object must say additionalProperties: false.',
};
const newGemini = 'Taken since November 2025; older models may not.';
const gemini25 = 'Taken by models 2.5 and newer.';

/** The table. Informative: vendors change; the lint rules do not depend on it. */
export const VENDOR_TABLE: Readonly<Record<VendorFeature, Readonly<Record<Vendor, VendorCell>>>> = {
  'closed-objects': row(mustClose, supported(newGemini)),
  oneOf: row(unsupported('oneOf is not taken.'), dropped),
  anyOf: row(supported(), supported(newGemini)),
  'string-limits': row(unsupported('Limits on strings are not taken.'), supported(gemini25)),
  'number-limits': row(unsupported('Limits on numbers are not taken.'), supported(gemini25)),
  prefixItems: row(unsupported('prefixItems is not taken.'), supported()),
  'recursive-refs': row(
    supported('Taken through $defs.'),
    supported(newGemini),
    unsupported('A schema that refers to itself is not taken.'),
  ),
  propertyNames: row(unsupported('propertyNames is not taken.'), dropped),
  nesting: row({ support: 'limited', note: 'At most 5 levels of nesting.' }, notStated, notStated),
};

/** The strict modes of OpenAI and Anthropic do the same, unless a cell is given for Anthropic. */
function row(
  openAi: VendorCell,
  gemini: VendorCell,
  anthropic: VendorCell = openAi,
): Readonly<Record<Vendor, VendorCell>> {
  return { 'OpenAI strict': openAi, 'Anthropic strict': anthropic, 'Gemini responseSchema': gemini };
}

/** A vendor that a finding touches, and what it does. */
export interface VendorEffect extends VendorCell {
  readonly vendor: Vendor;
}

/** Vendors for which a schema with a finding about this feature does not do what it says, in the order of the table. */
export function vendorsAffected(feature: VendorFeature): readonly VendorEffect[] {
  return VENDORS.flatMap((vendor) => {
    const cell = VENDOR_TABLE[feature][vendor];
    return cell.support === 'supported' || cell.support === 'not-stated' ? [] : [{ vendor, ...cell }];
  });
}
