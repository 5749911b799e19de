import { isRecord, member, textAt, textsAt } from '@openwop-inspector/base';
import { checkDocument } from '@openwop-inspector/protocol';
import type { CapabilityFinding } from '../../answers/discovery.ts';
import { type Family, familyOf } from '../families.ts';
import { VERSION, versionVerdict } from '../protocol-version.ts';
import { finding } from './capability-rules.ts';

const REQUIRED = ['protocolVersion', 'supportedEnvelopes', 'schemaVersions', 'limits'] as const;
const LIMITS = ['clarificationRounds', 'schemaRounds', 'envelopesPerTurn'] as const;

/** What every document has (section 5.2, envelope 9). A family may stand under `capabilities` instead. */
export function requiredRules(document: unknown): readonly CapabilityFinding[] {
  const missing = REQUIRED.filter((name) => familyOf(document, name) === undefined);
  const limits = familyOf(document, 'limits');
  return [
    ...missing.map((name) =>
      finding('required_field_missing', `/${name}`, `${name} is required and not there.`),
    ),
    ...(limits === undefined ? [] : missingLimits(limits)),
    ...(textAt(familyOf(document, 'implementation')?.value, 'name') === null ? [noName()] : []),
  ];
}

function missingLimits({ value, pointer }: Family): readonly CapabilityFinding[] {
  const names = isRecord(value) ? LIMITS.filter((name) => member(value, name) === undefined) : [];
  return names.map((name) =>
    finding(
      'required_field_missing',
      `${pointer}/${name}`,
      `${name} is required; without it no count is limited.`,
    ),
  );
}

function noName(): CapabilityFinding {
  const message = 'implementation names no host, so that reports cannot say what was looked at.';
  return finding('implementation_missing', '/implementation', message);
}

/** Version of the protocol: its form, what it means, and whether the list of versions agrees. */
export function versionRules(document: unknown): readonly CapabilityFinding[] {
  const version = member(document, 'protocolVersion');
  if (version === undefined) return [];
  const at = '/protocolVersion';
  if (typeof version !== 'string' || !VERSION.test(version)) {
    const message = 'protocolVersion is two numbers with a point between, such as "1.1".';
    return [finding('protocol_version_pattern', at, message)];
  }
  const listed = textsAt(document, 'protocolVersions');
  const verdict = versionVerdict(document);
  const found: CapabilityFinding[] = [];
  if (verdict === 'stop') {
    const message = `Version ${version} is of another major version than ours, 1.1: nothing can be relied on.`;
    found.push(finding('protocol_version_major', at, message));
  }
  if (verdict === 'newer-minor') {
    const message = `Version ${version} is newer than ours, 1.1: what is new in it is shown as it comes.`;
    found.push(finding('protocol_version_minor', at, message));
  }
  if (listed !== null && !listed.includes(version)) {
    const message = 'protocolVersions does not list the version that protocolVersion names.';
    found.push(finding('protocol_version_unlisted', '/protocolVersions', message));
  }
  return found;
}

/** The pattern of the schema for these names goes over a text more than once at each of its letters. */
const MAX_NAME_LENGTH = 256;

/** Types and ranges by the schema, but for what a rule above has told already. */
export function schemaRules(document: unknown): readonly CapabilityFinding[] {
  if (hasLongName(document) || hasLongName(member(document, 'capabilities'))) {
    const message = `A name in advertised is longer than ${MAX_NAME_LENGTH} characters, so that the document was not checked against its schema.`;
    return [finding('schema', '/modelCapabilities/advertised', message)];
  }
  return checkDocument('capabilities', document)
    .filter(({ keyword, pointer }) => keyword !== 'required' && pointer !== '/protocolVersion')
    .filter(({ pointer }) => !LEVELS.test(pointer))
    .map(({ pointer, message }) => finding('schema', pointer, message));
}

function hasLongName(families: unknown): boolean {
  const names = textsAt(member(families, 'modelCapabilities'), 'advertised') ?? [];
  return names.some(({ length }) => length > MAX_NAME_LENGTH);
}

/** Places that have a rule with better words. */
const LEVELS = /\/(?:envelopeStrictness|tierOneSubsetCompliance|promptDirective)$/;
