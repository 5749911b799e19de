/**
 * A schema made of what the host complained about. It says far less than the real one, but what it refuses the host
 * refused: enough to show the deciding step and to try a repair when the real schema is not at hand.
 */
import { ownString, storedIn, unescapedToken } from '@openwop-inspector/base';
import { type LogEvent, payloadOf, violationsIn } from './evidence.ts';

/** A complaint at a place of the payload. */
interface Complaint {
  readonly pointer: string;
  readonly message: string;
}

/** A schema of complaints and their events. */
export interface AssumedSchema {
  readonly schema: Readonly<Record<string, unknown>>;
  /** What it demands, as one line. */
  readonly words: string;
  readonly from: readonly LogEvent[];
}

/** Complaints taken from one emission, and steps of a pointer followed. */
const MAX_COMPLAINTS = 50;
const MAX_STEPS = 16;
/** Greatest index of an array that is spelled out. */
const MAX_INDEX = 256;

/**
 * Returns the schema that the failures among some events imply; null when none names a recognizable demand. Supports
 * the messages of Ajv for `required`, `type`, `enum`, `minLength`, `minItems`, `minimum` and `maximum`.
 */
export function assumedSchema(events: readonly LogEvent[]): AssumedSchema | null {
  const root = emptyNode();
  const words = new Set<string>();
  const from = new Set<LogEvent>();
  for (const event of events) {
    for (const { pointer, message } of complaintsIn(event).slice(0, MAX_COMPLAINTS)) {
      const demand = demandOf(message);
      const node = demand === null ? null : nodeAt(root, pointer);
      if (demand === null || node === null) continue;
      add(node, demand);
      words.add(`${pointer === '' ? 'payload' : pointer} ${message}`);
      from.add(event);
    }
  }
  if (words.size === 0) return null;
  return { schema: schemaOf(root), words: [...words].join('; ').slice(0, 300), from: [...from] };
}

function complaintsIn(event: LogEvent): readonly Complaint[] {
  if (event.type === 'node.failed')
    return violationsIn(event).flatMap(({ pointer, message }) =>
      pointer === null || message === null ? [] : [{ pointer, message }],
    );
  if (event.type === 'envelope.retry.attempted')
    return fromText(ownString(payloadOf(event), 'previousError'));
  if (event.type === 'envelope.retry.exhausted') return fromText(ownString(payloadOf(event), 'finalError'));
  return [];
}

/** `must …`, or a pointer before it; one complaint, as hosts write it to a retry. */
function fromText(text: string | null): readonly Complaint[] {
  const match = /^(?:payload:?\s+)?((?:\/[^\s]*)?)\s*(must .{1,2000})$/s.exec(text ?? '');
  return match === null ? [] : [{ pointer: match[1] ?? '', message: match[2] ?? '' }];
}

type Demand = readonly [keyword: string, value: unknown];

/** Returns the demand of a message. Numbers and quoted names are read, nothing is guessed. */
function demandOf(message: string): Demand | null {
  const required = /^must have required property '([^']{1,256})'$/.exec(message);
  if (required !== null) return ['required', required[1]];
  const type = /^must be (null|boolean|object|array|number|integer|string)$/.exec(message);
  if (type !== null) return ['type', type[1]];
  const values = /^must be equal to one of the allowed values: ('.{1,1500}')$/.exec(message)?.[1];
  if (values !== undefined) return ['enum', values.slice(1, -1).split(/',\s*'/)];
  const fewer = /^must NOT have fewer than (\d{1,9}) (characters|items)$/.exec(message);
  if (fewer !== null) return [fewer[2] === 'items' ? 'minItems' : 'minLength', Number(fewer[1])];
  const bound = /^must be (>=|<=) (-?\d{1,15}(?:\.\d{1,10})?)$/.exec(message);
  if (bound !== null) return [bound[1] === '>=' ? 'minimum' : 'maximum', Number(bound[2])];
  return null;
}

interface SchemaNode {
  readonly members: Map<string, SchemaNode>;
  readonly items: Map<number, SchemaNode>;
  readonly keywords: Map<string, unknown>;
}

/** The place of a pointer, made when it is not there; null for one that leads too far. */
function nodeAt(root: SchemaNode, pointer: string): SchemaNode | null {
  const steps = pointer === '' ? [] : pointer.slice(1).split('/');
  if (steps.length > MAX_STEPS || (pointer !== '' && !pointer.startsWith('/'))) return null;
  let at = root;
  for (const step of steps) {
    const isIndex = /^(?:0|[1-9]\d{0,8})$/.test(step);
    if (isIndex && Number(step) > MAX_INDEX) return null;
    at = isIndex ? childOf(at.items, Number(step)) : childOf(at.members, unescapedToken(step));
  }
  return at;
}

function childOf<K>(children: Map<K, SchemaNode>, key: K): SchemaNode {
  return storedIn(children, key, emptyNode);
}

function emptyNode(): SchemaNode {
  return { members: new Map(), items: new Map(), keywords: new Map() };
}

function add(node: SchemaNode, [keyword, value]: Demand): void {
  if (keyword !== 'required') {
    node.keywords.set(keyword, value);
    return;
  }
  const names = node.keywords.get('required');
  node.keywords.set('required', [...new Set([...(Array.isArray(names) ? names : []), value])]);
}

/** Depth is that of the pointers, at most `MAX_STEPS`. */
function schemaOf(node: SchemaNode): Readonly<Record<string, unknown>> {
  const schema = new Map(node.keywords);
  const members = [...node.members].map(([key, child]) => [key, schemaOf(child)] as const);
  if (members.length > 0) schema.set('properties', Object.fromEntries(members));
  if (node.items.size > 0) {
    const last = Math.max(...node.items.keys());
    const items = Array.from({ length: last + 1 }, (_, i) => {
      const child = node.items.get(i);
      return child === undefined ? true : schemaOf(child);
    });
    schema.set('prefixItems', items);
  }
  return Object.fromEntries(schema);
}
