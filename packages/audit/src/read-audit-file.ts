/** A file that goes beside the logs of an audit, told apart by what is in it. */
import { parseJsonText, readAcceptContext } from '@openwop-inspector/acceptor-core';
import { isRecord, ownString } from '@openwop-inspector/base';
import { type Baseline, readBaseline } from './baseline.ts';
import { declaredHost, type PublishedHost } from './lint-host.ts';

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
  if (Object.hasOwn(value, 'baseline') || Object.hasOwn(value, 'known')) return baselineOf(value);
  if (DISCOVERY.some((key) => Object.hasOwn(value, key))) {
    const declared = declaredHost(value);
    if (declared === null) return refused('This discovery document says nothing of envelopes.');
    return { kind: 'discovery', document: value, declared };
  }
  if (Object.hasOwn(value, 'schemas')) return schemasOf(value);
  if (ownString(value, '$schema') !== null || ownString(value, 'type') === 'object')
    return { kind: 'schemas', schemas: Object.fromEntries([[kindIn(name), value]]) };
  return refused(UNKNOWN, false);
}

const UNKNOWN = 'This is no discovery document, no schemas and no baseline of an audit.';

function baselineOf(value: unknown): AuditFile {
  const read = readBaseline(value);
  if (read.ok) return { kind: 'baseline', baseline: read.baseline };
  const [first] = read.problems;
  const place = first === undefined || first.pointer === '' ? '' : `${first.pointer}: `;
  return refused(`This is no baseline that is read here. ${place}${first?.message ?? ''}`);
}

function schemasOf(value: unknown): AuditFile {
  const read = readAcceptContext(value);
  if (read.ok) return { kind: 'schemas', schemas: read.context.schemas ?? {} };
  const [first] = read.problems;
  return refused(`This is no context. ${first === undefined ? '' : `${first.pointer}: ${first.message}`}`);
}

/** `vendor.acme.prd.create.schema.json` holds the schema of `vendor.acme.prd.create`. */
function kindIn(name: string): string {
  return name.replace(/^.*[/\\]/, '').replace(/([.]schema)?[.]json$/i, '');
}

function refused(why: string, isMeant = true): AuditFile {
  return { kind: 'refused', why, isMeant };
}
