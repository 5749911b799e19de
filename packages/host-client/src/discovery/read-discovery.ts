import {
  countAt,
  isRecord,
  jsonDepth,
  jsonText,
  masker,
  member,
  shortened,
  textAt,
  textsAt,
} from '@openwop-inspector/base';
import { familyOf, hasV2Form } from '@openwop-inspector/protocol';
import type { Advertised, HostDiscovery, HostLimits } from '../answers/discovery.ts';
import { hostNameOf } from '../rest/request-url.ts';
import { hostLine } from './families.ts';
import { lintCapabilities } from './lint/lint-capabilities.ts';

/** Limits under the names that the protocol and hosts use, the protocol's first; one in seconds ends in `Sec`. */
const NAMES: Readonly<Record<keyof HostLimits, readonly string[]>> = {
  clarificationRounds: ['clarificationRounds', 'maxClarificationRounds'],
  schemaRounds: ['schemaRounds', 'maxSchemaRounds'],
  envelopesPerTurn: ['envelopesPerTurn', 'maxEnvelopesPerTurn'],
  maxNodeExecutions: ['maxNodeExecutions', 'recursionLimit'],
  maxRunDurationMs: ['maxRunDurationMs', 'runTimeoutMs', 'maxRunDurationSec'],
};

const MAX_NAME = 120;
const MAX_KINDS = 1000;
const MAX_DOCUMENT = 1024 * 1024;
/** Deeper ones are not indented: each line of them would begin with more blanks than it has text. */
const DEEPEST_INDENTED = 32;

/**
 * Reads a discovery document (`/.well-known/openwop`), whatever it is: a value that is no object has no name, no
 * families and one finding. `nowMs` decides which experiments are over. O(document). Never throws.
 */
export function readDiscovery(document: unknown, baseUrl: string, nowMs = Date.now()): HostDiscovery {
  const implementation = familyOf(document, 'implementation')?.value;
  const listed = familyOf(document, 'supportedEnvelopes')?.value;
  // In v2 the list is inside its record.
  const kinds = textsAt(Array.isArray(listed) ? { kinds: listed } : listed, 'kinds') ?? [];
  const { version: protocolVersion, ...line } = hostLine(document);
  return {
    name: shortText(implementation, 'name') ?? hostNameOf(baseUrl),
    version: shortText(implementation, 'version'),
    vendor: shortText(implementation, 'vendor'),
    ...line,
    protocolVersion: shortText({ protocolVersion }, 'protocolVersion'),
    supportedEnvelopes: kinds.slice(0, MAX_KINDS).map((kind) => shortened(masker.text(kind), 256)),
    limits: readLimits(document),
    features: hasV2Form(document) ? readV2Features(document) : readFeatures(document),
    documentText: documentText(document),
    findings: lintCapabilities(document, nowMs),
  };
}

function shortText(value: unknown, name: string): string | null {
  const text = textAt(value, name);
  return text === null ? null : shortened(masker.text(text), MAX_NAME);
}

function documentText(document: unknown): string {
  const masked = masker.value(document).value;
  const text = jsonText(masked);
  if (text === null) return '';
  if (text.length > MAX_DOCUMENT / 2 || jsonDepth(text) > DEEPEST_INDENTED)
    return shortened(text, MAX_DOCUMENT);
  return shortened(JSON.stringify(masked, null, 2) ?? '', MAX_DOCUMENT);
}

/** The limits that a host declares. 0 is a limit: none allowed. */
function readLimits(document: unknown): HostLimits {
  const limits = familyOf(document, 'limits')?.value;
  const read = (limit: keyof HostLimits): number | null => {
    for (const name of NAMES[limit]) {
      const count = countAt(limits, name);
      if (count !== null) return name.endsWith('Sec') ? count * 1000 : count;
    }
    return null;
  };
  return {
    clarificationRounds: read('clarificationRounds'),
    schemaRounds: read('schemaRounds'),
    envelopesPerTurn: read('envelopesPerTurn'),
    maxNodeExecutions: read('maxNodeExecutions'),
    maxRunDurationMs: read('maxRunDurationMs'),
  };
}

/** What a host says of the things a window can use. Silence is neither yes nor no (section 5.2). */
function readFeatures(document: unknown): HostDiscovery['features'] {
  return {
    debugBundle: supported(document, 'debugBundle'),
    stream: streamOf(document),
    feedback: supported(document, 'feedback'),
    replay: supported(document, 'replay'),
    interrupts: interruptsOf(document),
    pauseResume: said(member(familyOf(document, 'runs')?.value, 'pauseResume')),
    a2uiSurface: said(member(familyOf(document, 'a2uiSurface')?.value, 'deltaTransport')),
    crossHostCausation: crossHostCausationOf(document),
  };
}

/** A record says by being there that the host has the capability. */
function readV2Features(document: unknown): HostDiscovery['features'] {
  const has = (name: string): Advertised => (isRecord(member(document, name)) ? 'yes' : 'not advertised');
  return {
    debugBundle: 'no',
    stream: has('stream'),
    feedback: has('feedback'),
    replay: has('replay'),
    interrupts: has('interrupts'),
    pauseResume: said(member(member(document, 'runs'), 'pauseResume')),
    a2uiSurface: said(member(member(document, 'a2uiSurface'), 'deltaTransport')),
    crossHostCausation: has('crossHostCausation'),
  };
}

const supported = (document: unknown, name: string): Advertised => said(familyOf(document, name)?.value);

/** A boolean, or an object whose `supported` is one. */
function said(value: unknown): Advertised {
  const answer = isRecord(value) ? member(value, 'supported') : value;
  if (answer === true) return 'yes';
  return answer === false ? 'no' : 'not advertised';
}

/** Hosts list kinds and profiles of interrupts without `supported`: a block that says something is a yes. */
function interruptsOf(document: unknown): Advertised {
  const block = familyOf(document, 'interrupts')?.value;
  const isFilled = isRecord(block) && Object.keys(block).length > 0;
  return isFilled && member(block, 'supported') === undefined ? 'yes' : said(block);
}

/** By its modes or, where none are listed, among the transports. A list of transports without it is no "no": it works. */
function streamOf(document: unknown): Advertised {
  const stream = familyOf(document, 'stream')?.value;
  const answer = said(stream);
  if (answer !== 'not advertised') return answer;
  if ((textsAt(stream, 'modes') ?? []).length > 0) return 'yes';
  const transports = familyOf(document, 'supportedTransports')?.value;
  return Array.isArray(transports) && transports.includes('sse') ? 'yes' : 'not advertised';
}

/** At the root or, as one host has it, deep inside the execution model of its agents. */
function crossHostCausationOf(document: unknown): Advertised {
  const own = familyOf(document, 'crossHostCausation')?.value;
  const model = member(familyOf(document, 'multiAgent')?.value, 'executionModel');
  const family = own ?? member(model, 'crossHostCausation');
  const answer = said(family);
  if (answer !== 'not advertised') return answer;
  return typeof member(family, 'hostId') === 'string' ? 'yes' : 'not advertised';
}
