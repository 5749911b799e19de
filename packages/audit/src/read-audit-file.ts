/** A file that goes next to the logs of an audit, distinguished by what is in it. */
import {
  type HostDeclaration,
  lintDiscovery,
  lintSchema,
  parseJsonText,
  readAcceptContext,
  readHostDeclaration,
} from '@openwop-inspector/acceptor-core';
import {
  arrayOf,
  aString,
  childAt,
  isRecord,
  objectOf,
  oneOf,
  ownString,
  pointerTo,
  problemsOfShape,
  type ShapeProblem,
} from '@openwop-inspector/base';
import {
  type AuditReport,
  type FindingGroup,
  type FindingGroups,
  type FindingKind,
  keyOf,
} from './audit-pass.ts';

/** What a file is, or why it is nothing that an audit takes: a sentence with the place. */
export type AuditFile =
  | { readonly kind: 'discovery'; readonly document: unknown; readonly declared: PublishedHost }
  | { readonly kind: 'schemas'; readonly schemas: Readonly<Record<string, unknown>> }
  | { readonly kind: 'baseline'; readonly baseline: Baseline }
  /** `isMeant`: it says that it is one of the three, and is not whole. */
  | { readonly kind: 'refused'; readonly why: string; readonly isMeant: boolean };

const DISCOVERY = ['protocolVersion', 'capabilities', 'supportedEnvelopes', 'implementation'] as const;

/** Reads one. A context gives its schemas, a schema alone is that of the kind its file is named after. Never throws. */
export function readAuditFile(name: string, text: string): AuditFile {
  const parsed = parseJsonText(text);
  if (!parsed.ok)
    return refused(
      `This is not JSON: line ${parsed.line}, column ${parsed.column}: ${parsed.message}`,
      false,
    );
  const { value } = parsed;
  if (!isRecord(value) || Object.hasOwn(value, 'events')) return refused(UNKNOWN, false);
  if (Object.hasOwn(value, 'baseline') || Object.hasOwn(value, 'known')) {
    const read = readBaseline(value);
    if (read.ok) return { kind: 'baseline', baseline: read.baseline };
    const [first] = read.problems;
    const place = first === undefined || first.pointer === '' ? '' : `${first.pointer}: `;
    return refused(`This is no baseline that is read here. ${place}${first?.message ?? ''}`);
  }
  if (DISCOVERY.some((key) => Object.hasOwn(value, key))) {
    const declared = declaredHost(value);
    if (declared === null) return refused('This discovery document says nothing about envelopes.');
    return { kind: 'discovery', document: value, declared };
  }
  if (Object.hasOwn(value, 'schemas')) return schemasOf(value);
  if (ownString(value, '$schema') !== null || ownString(value, 'type') === 'object')
    return { kind: 'schemas', schemas: Object.fromEntries([[kindIn(name), value]]) };
  return refused(UNKNOWN, false);
}

const UNKNOWN = 'This is no discovery document, no schemas and no baseline of an audit.';

function schemasOf(value: unknown): AuditFile {
  const read = readAcceptContext(value);
  if (read.ok) return { kind: 'schemas', schemas: read.context.schemas ?? {} };
  const [first] = read.problems;
  return refused(`This is no context. ${first === undefined ? '' : `${first.pointer}: ${first.message}`}`);
}

/** `vendor.acme.prd.create.schema.json` holds the schema of `vendor.acme.prd.create`. */
const kindIn = (name: string): string => name.replace(/^.*[/\\]/, '').replace(/([.]schema)?[.]json$/i, '');

const refused = (why: string, isMeant = true): AuditFile => ({ kind: 'refused', why, isMeant });

/** What a discovery document declares. */
interface PublishedHost {
  readonly host: HostDeclaration;
  /** Null where the document does not name its host. */
  readonly hostName: string | null;
}

const NOWHERE = { runId: null, sequence: null, eventId: null, correlationId: null, line: null };

/** Reads a discovery document; null for one that says nothing of envelopes. */
export function declaredHost(document: unknown): PublishedHost | null {
  const host = readHostDeclaration(document);
  return host === null ? null : { host, hostName: ownString(childAt(document, 'implementation'), 'name') };
}

/** Adds what is wrong with a discovery document. `file` is its name in reports. */
export function takeDiscovery(document: unknown, file: string, groups: FindingGroups): void {
  for (const { rule, clause, why, message, pointer } of lintDiscovery(document))
    groups.add(
      { source: 'discovery', clause, id: rule, level: 'error', title: message, advice: why },
      { ...NOWHERE, file, pointer, message },
    );
}

/** Adds what is wrong with schemas, by kind; infos are left out. Pointers count from a context that holds them. */
export function takeSchemas(
  schemas: Readonly<Record<string, unknown>>,
  file: string,
  groups: FindingGroups,
): void {
  for (const [kind, schema] of Object.entries(schemas)) {
    if (!isRecord(schema)) continue;
    for (const { rule, clause, level, message, why, pointer } of lintSchema(schema, { tier: 'warn' })) {
      if (level === 'info') continue;
      groups.add(
        { source: 'schema', clause, id: rule, level, title: message, advice: why },
        { ...NOWHERE, file, pointer: `${pointerTo('/schemas', kind)}${pointer}`, message },
      );
    }
  }
}

/** Names the form of the file; another one is refused. */
const BASELINE_FORM = 'openwop-inspector-audit/1';

/** Kinds of findings that are known. `note` is for people. */
export interface Baseline {
  readonly known: readonly FindingKind[];
}

/** What a file of a baseline came to. */
type BaselineReading =
  | { readonly ok: true; readonly baseline: Baseline }
  | { readonly ok: false; readonly problems: readonly ShapeProblem[] };

const SOURCES = ['deviation', 'rule', 'discovery', 'schema'] as const;

const KIND_SHAPE = objectOf(
  { source: oneOf(SOURCES), clause: aString, id: aString, title: aString, note: aString },
  ['source', 'clause', 'id'],
);
const SHAPE = objectOf({ baseline: oneOf([BASELINE_FORM]), known: arrayOf(KIND_SHAPE) }, [
  'baseline',
  'known',
]);

/** Reads a baseline; one of another version of this form is a problem at `/baseline`. Never throws. */
export function readBaseline(document: unknown): BaselineReading {
  const problems = problemsOfShape(SHAPE, document);
  if (problems.length > 0 || !isRecord(document) || !Array.isArray(document.known))
    return { ok: false, problems };
  return { ok: true, baseline: { known: document.known.filter(isRecord).map(kindOf) } };
}

function kindOf(entry: Readonly<Record<string, unknown>>): FindingKind {
  const source = SOURCES.find((one) => one === entry.source) ?? 'deviation';
  const text = (name: string): string => ownString(entry, name) ?? '';
  return { source, clause: text('clause'), id: text('id') };
}

/** The groups without those that the baseline names, each by source, clause and id. */
export function againstBaseline(
  groups: readonly FindingGroup[],
  { known }: Baseline,
): Pick<AuditReport, 'groups' | 'baseline'> {
  const keys = new Set(known.map(keyOf));
  const hidden = groups.filter((group) => keys.has(keyOf(group)));
  const used = new Set(hidden.map(keyOf));
  return {
    groups: groups.filter((group) => !keys.has(keyOf(group))),
    baseline: { hidden, unused: [...keys].filter((key) => !used.has(key)).length },
  };
}

/** A baseline that names all of these groups, as a file: JSON of two spaces. */
export function baselineText(groups: readonly FindingGroup[]): string {
  const known = groups.map(({ source, clause, id, title }) => ({ source, clause, id, title }));
  return `${JSON.stringify({ baseline: BASELINE_FORM, known }, null, 2)}\n`;
}
