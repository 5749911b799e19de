import { formatCount, isRecord } from '@openwop-inspector/base';

/** A rule that recognises a document which is no run, and the sentence that helps. First match wins. */
interface KnownDocument {
  readonly test: (header: ReadonlyMap<string, unknown>) => boolean;
  readonly say: (header: ReadonlyMap<string, unknown>) => string;
}

const all =
  (...keys: string[]) =>
  (header: ReadonlyMap<string, unknown>): boolean =>
    keys.every((key) => header.has(key));

const KNOWN: readonly KnownDocument[] = [
  {
    test: all('bundleVersion', 'source', 'items'),
    say: (header) => {
      const items = header.get('items');
      const count = Array.isArray(items) ? items.length : 0;
      return `An estate export with ${count} items (agents, packs, templates): it carries no run events and is never executed or installed`;
    },
  },
  {
    test: (header) =>
      header.has('protocolVersion') && (header.has('supportedEnvelopes') || header.has('capabilities')),
    say: () => 'A discovery document: what a host can do, not a run',
  },
  {
    test: (header) => isRecord(header.get('bundle')),
    say: () =>
      'A wrapper with a bundle inside its member "bundle". Save that member as a file of its own and open it',
  },
  {
    test: (header) => header.has('status') && header.has('headers'),
    say: () => 'A recorded HTTP exchange with a host. The body of its answer is the file to open',
  },
  { test: all('openapi', 'paths'), say: () => 'An OpenAPI description of a host, not a run' },
  {
    test: (header) => header.has('request') && (header.has('outcome') || header.has('response')),
    say: () => 'A recorded call of a host: a request with its answer. Its events, if any, are not a log',
  },
  {
    test: all('runId', 'hostId', 'parent'),
    say: () => 'An ancestry answer: which run started this one. Open the bundle or the event list of the run',
  },
  {
    test: all('runId', 'interrupts'),
    say: () => 'A list of open interrupts of a run. Open the bundle or the event list of the run',
  },
  {
    test: (header) => header.has('runId') && header.has('status') && !header.has('workflowId'),
    say: () =>
      'The answer to a call about a run (created, resumed or cancelled). Open the bundle or the event list of the run',
  },
  { test: all('envelope', 'outcome'), say: () => 'An envelope with the outcome a host gave it' },
  {
    test: (header) =>
      header.has('nodes') && (header.has('edges') || header.has('workflowId') || header.has('id')),
    say: () => 'A workflow definition: what a run would do, not what one did',
  },
  {
    test: (header) => typeof header.get('error') === 'string' && header.has('message'),
    say: (header) =>
      `An error answer of a host (${codeOf(header.get('error'))}). Ask the host again for the bundle`,
  },
  {
    test: (header) => isRecord(header.get('error')),
    say: () => 'An error answer of a host. Ask the host again for the bundle',
  },
  {
    test: (header) => header.has('spans') || header.has('resourceSpans'),
    say: () => 'Telemetry spans without a run',
  },
  { test: (header) => header.has('$schema') || header.has('$defs'), say: () => 'A JSON Schema, not a run' },
];

/** A code from a file, only when it looks like one: an explanation carries no free text of the content. */
function codeOf(value: unknown): string {
  return typeof value === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(value) ? value : 'no code';
}

function names(keys: readonly string[]): string {
  const shown = keys.filter((key) => /^[\w.$-]{1,40}$/.test(key)).slice(0, 6);
  return shown.length === 0 ? 'no keys that tell what it is' : `the keys ${shown.join(', ')}`;
}

/** What a JSON object that is no run is, and what to open instead. */
export function explainDocument(header: ReadonlyMap<string, unknown>): string {
  const known = KNOWN.find((document) => document.test(header));
  if (known !== undefined) return known.say(header);
  if (header.size === 0) return 'An empty object: no event, no envelope';
  return `A JSON object with ${names([...header.keys()])}: neither a bundle, nor events, nor an envelope`;
}

/** What an array is whose first object is no event, message or envelope. */
export function explainList(first: unknown): string {
  if (!isRecord(first)) return 'An array of values that are no events';
  const known = KNOWN.find((document) => document.test(new Map(Object.entries(first))));
  if (known !== undefined) return `A list: ${known.say(new Map(Object.entries(first)))}`;
  return `An array whose first object has ${names(Object.keys(first))}: neither events nor envelopes`;
}

/** What a text is that is neither JSON nor a stream. */
export function explainText(head: string): string {
  if (/^HTTP\/[\d.]+ \d{3}/.test(head))
    return 'Headers of an HTTP answer. The body of that answer is the file to open';
  if (/^[A-Za-z-]+: [^\n]*\n[A-Za-z-]+: /.test(head))
    return 'A list of header lines. The body of that answer is the file to open';
  if (/^\s*<(!doctype|html|\?xml)/i.test(head))
    return 'A web page or XML, not a run. A proxy may have answered in place of the host';
  return 'Text without a JSON event, a fenced envelope or stream frames';
}

/** The first few of many names. */
export function firstOf(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${formatCount(names.length - 5)} more` : shown;
}
