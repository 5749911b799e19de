import { countAt, countOf, formatCount, isRecord, member } from '@openwop-inspector/base';

/** A rule that recognises a document which is no run, and the sentence that helps. First match wins. */
interface KnownDocument {
  /** What is said of one is said of a list of them as well. */
  readonly isOfLists?: boolean;
  readonly test: (header: Header) => boolean;
  readonly say: string | ((header: Header) => string);
}

type Header = ReadonlyMap<string, unknown>;

const all =
  (...keys: string[]) =>
  (header: Header): boolean =>
    keys.every((key) => header.has(key));

const KNOWN: readonly KnownDocument[] = [
  {
    isOfLists: true,
    test: (header) => a2uiForm(header) !== null,
    say: (header) => a2uiText(a2uiForm(header)),
  },
  {
    isOfLists: true,
    test: (header) => firstMessage(header) !== null,
    say: (header) => a2uiText(firstMessage(header)),
  },
  { test: all('bundleVersion', 'suite', 'claimedProfiles'), say: certificationText },
  {
    test: all('bundleVersion', 'source', 'items'),
    say: (header) => {
      const items = header.get('items');
      const count = Array.isArray(items) ? items.length : 0;
      return `An estate export with ${countOf(count, 'item')} (agents, packs, templates): it carries no run events and is never executed or installed`;
    },
  },
  {
    test: (header) =>
      header.has('protocolVersion') && (header.has('supportedEnvelopes') || header.has('capabilities')),
    say: 'A discovery document: what a host can do, not a run',
  },
  {
    test: (header) => isRecord(header.get('bundle')),
    say: 'A wrapper with a bundle inside its member "bundle". Save that member as a file of its own and open it',
  },
  {
    test: (header) => header.has('status') && header.has('headers'),
    say: 'A recorded HTTP exchange with a host. The body of its answer is the file to open',
  },
  { test: all('openapi', 'paths'), say: 'An OpenAPI description of a host, not a run' },
  {
    test: (header) => header.has('request') && (header.has('outcome') || header.has('response')),
    say: 'A recorded call of a host: a request with its answer. Its events, if any, are not a log',
  },
  {
    test: all('runId', 'hostId', 'parent'),
    say: 'An ancestry answer: which run started this one. Open the bundle or the event list of the run',
  },
  {
    test: all('runId', 'interrupts'),
    say: 'A list of open interrupts of a run. Open the bundle or the event list of the run',
  },
  {
    test: (header) => header.has('runId') && header.has('status') && !header.has('workflowId'),
    say: 'The answer to a call about a run (created, resumed or cancelled). Open the bundle or the event list of the run',
  },
  { test: all('envelope', 'outcome'), say: 'An envelope with the outcome a host gave it' },
  {
    test: (header) =>
      header.has('nodes') && (header.has('edges') || header.has('workflowId') || header.has('id')),
    say: 'A workflow definition: what a run would do, not what one did',
  },
  {
    test: (header) => typeof header.get('error') === 'string' && header.has('message'),
    say: (header) =>
      `An error answer of a host (${codeOf(header.get('error'))}). Ask the host again for the bundle`,
  },
  {
    test: (header) => isRecord(header.get('error')),
    say: 'An error answer of a host. Ask the host again for the bundle',
  },
  {
    test: (header) => header.has('spans') || header.has('resourceSpans'),
    say: 'Telemetry spans without a run',
  },
  { test: (header) => header.has('$schema') || header.has('$defs'), say: 'A JSON Schema, not a run' },
];

/** Members that make an object a message of A2UI: up to v0.8, from v0.9 on, and from v0.10 on. */
const A2UI_OLD = ['beginRendering', 'surfaceUpdate', 'dataModelUpdate', 'deleteSurface'];
const A2UI = ['createSurface', 'updateComponents', 'updateDataModel', 'deleteSurface'];
const A2UI_NEW = ['callFunction', 'actionResponse'];
const A2UI_VERSIONS = ['v0.9', 'v0.10'];

/** Which A2UI a message is of, as it follows "A2UI messages"; null for another object. */
function a2uiForm(message: ReadonlyMap<string, unknown>): string | null {
  const version = message.get('version');
  const hasOne = (names: readonly string[]): boolean => names.some((name) => isRecord(message.get(name)));
  if (version === undefined && hasOne(A2UI_OLD)) return ', v0.8';
  if (!hasOne([...A2UI, ...A2UI_NEW])) return null;
  if (typeof version !== 'string') return ' without a version';
  if (A2UI_VERSIONS.includes(version)) return `, ${version}`;
  return isCode(version) ? ` of the unknown version ${version}` : ' of an unknown version';
}

/** The form of the first of `messages`, which samples and payloads of surfaces have. */
function firstMessage(header: Header): string | null {
  const messages = header.get('messages');
  const first: unknown = Array.isArray(messages) ? messages[0] : undefined;
  return isRecord(first) ? a2uiForm(new Map(Object.entries(first))) : null;
}

function a2uiText(form: string | null): string {
  return `A2UI messages${form ?? ''}: what an agent asks a screen to show, not a run. They are displayed only inside an envelope ui.a2ui-surface: put them into its payload and open that`;
}

/** The result of the conformance suite on a host, in the three versions of its form. */
function certificationText(header: Header): string {
  const totals = member(header.get('results'), 'totals');
  const count = (words: string, ...names: readonly string[]): string | null => {
    const found = names.map((name) => countAt(totals, name)).find((number) => number !== null);
    return found === undefined || found === null ? null : `${formatCount(found)} ${words}`;
  };
  const counts = [
    count('passed', 'executedPass', 'passed'),
    count('failed', 'executedFail', 'failed'),
    count('skipped', 'skipped'),
    count('blocked', 'blocked'),
  ].filter((part) => part !== null);
  const result = counts.length === 0 ? '' : ` (${counts.join(', ')})`;
  return `A certification bundle, version ${codeOf(header.get('bundleVersion'))}: the result of the conformance suite on a host${result}, not a run. Save its member discovery.document as a file of its own to check it with openwop-inspector discovery, and open the debug bundle or the event list of a run here`;
}

/** A code from a file, only when it looks like one: an explanation carries no free text of the content. */
function codeOf(value: unknown): string {
  return typeof value === 'string' && isCode(value) ? value : 'no code';
}

function isCode(text: string): boolean {
  return /^[A-Za-z0-9_.-]{1,64}$/.test(text);
}

function names(keys: readonly string[]): string {
  const displayed = keys.filter((key) => /^[\w.$-]{1,40}$/.test(key)).slice(0, 6);
  return displayed.length === 0 ? 'no keys that identify it' : `the keys ${displayed.join(', ')}`;
}

function knownDocument(header: Header) {
  const { say, isOfLists = false } = KNOWN.find(({ test }) => test(header)) ?? {};
  return say === undefined ? undefined : { isOfLists, words: typeof say === 'string' ? say : say(header) };
}

/** What a JSON object that is no run is, and what to open instead. */
export function explainDocument(header: Header): string {
  const known = knownDocument(header);
  if (known !== undefined) return known.words;
  if (header.size === 0) return 'An empty object: no event, no envelope';
  return `A JSON object with ${names([...header.keys()])}: neither a bundle, nor events, nor an envelope`;
}

/** What an array is whose first object is no event, message or envelope. */
export function explainList(first: unknown): string {
  if (!isRecord(first)) return 'An array of values that are no events';
  const known = knownDocument(new Map(Object.entries(first)));
  if (known !== undefined) return known.isOfLists ? known.words : `A list: ${known.words}`;
  return `An array whose first object has ${names(Object.keys(first))}: neither events nor envelopes`;
}

/** What lines of JSON are of which none is an event, a message or an envelope; `first` is the first of them. */
export function explainLines(first: unknown): string {
  const known = knownDocument(new Map(Object.entries(isRecord(first) ? first : {})));
  if (known?.isOfLists === true) return known.words;
  const what = 'Lines of JSON that are neither events nor envelopes';
  return known === undefined ? what : `${what}. The first: ${known.words}`;
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
  const displayed = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${displayed} and ${formatCount(names.length - 5)} more` : displayed;
}
