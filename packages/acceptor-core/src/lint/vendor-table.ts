/** What three vendors make of schema features in their strict output modes (acceptor 11.2, as of RFC 0030). */

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
