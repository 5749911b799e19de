/**
 * Faults of a surface, by component: the validator tries every branch of the catalogue and reports them all; the user
 * wants the one that was meant. The model decides whether a surface is displayed, never this.
 */
import {
  cutText,
  escapedToken,
  isExactly,
  isFlag,
  isOneOf,
  isRecord,
  isString,
  type JsonObject,
  member,
  writtenNumber,
} from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';

const isOption = isExactly({ value: isString, label: isString });

/** One fault. `found` and `now` hold names from the surface; show them as a stranger's text. */
export interface SurfaceFault {
  /** A sentence of ours. */
  readonly words: string;
  /** RFC 6901 pointer from the payload. */
  readonly pointer: string;
  /** The found value, as short JSON; null when there is none. */
  readonly found: string | null;
  /** What would be allowed there. */
  readonly allowed: string;
  /** The component as it is and as its nearest legal form, contents left out; null for a fault around them. */
  readonly repair: { readonly now: string; readonly nearest: string } | null;
}

/** Maximum number of reported faults; fixing these reveals the next ones. */
const MAX_FAULTS = 10;

/** Faults from the outside in, at most ten. Empty when this reading finds none, whatever the validator says. */
export function surfaceFaults(payload: unknown): readonly SurfaceFault[] {
  const components = member(member(payload, 'surface'), 'components');
  const faults = [...faultsAround(payload)];
  const list: readonly unknown[] = Array.isArray(components) ? components : [];
  for (const index of list.keys()) {
    if (faults.length >= MAX_FAULTS) break;
    faults.push(...componentFaults(list, index));
  }
  return faults.slice(0, MAX_FAULTS);
}

function faultsAround(payload: unknown): readonly SurfaceFault[] {
  if (!isRecord(payload)) {
    const found = payload === undefined ? null : brief(payload);
    return [around('The payload is not an object.', '', found, '{"catalogVersion": "0.9.1", "surface": …}')];
  }
  const faults = extraMembers(payload, ['catalogVersion', 'surface', 'reasoning'], '');
  const { surface } = payload;
  const add = (words: string, holder: object, path: string, allowed: string) => {
    const key = path.slice(path.lastIndexOf('/') + 1);
    faults.push(around(words, path, foundIn(holder, key), allowed));
  };
  if (member(payload, 'catalogVersion') !== '0.9.1')
    add('The version of the catalogue is not 0.9.1.', payload, '/catalogVersion', '"0.9.1"');
  if (!isRecord(surface)) {
    add('There is no surface object.', payload, '/surface', '{"components": […]}');
    return faults;
  }
  faults.push(...extraMembers(surface, ['title', 'components'], '/surface'));
  const title = member(surface, 'title') ?? '';
  if (typeof title !== 'string')
    add('The title is not a string.', surface, '/surface/title', 'a string, or no title');
  if (!Array.isArray(member(surface, 'components')))
    add('The components are not a list.', surface, '/surface/components', 'a list');
  return faults;
}

function around(words: string, pointer: string, found: string | null, allowed: string): SurfaceFault {
  return { words, pointer, found, allowed, repair: null };
}

/** Returns the value of a member, in brief, or null. */
function foundIn(holder: object, key: string): string | null {
  const value = member(holder, key);
  return value === undefined ? null : brief(value, holder, key);
}

function extraMembers(object: JsonObject, known: readonly string[], pointer: string): SurfaceFault[] {
  const extra = Object.keys(object).filter((key) => !known.includes(key));
  return extra.slice(0, MAX_FAULTS).map((key) => {
    const path = `${pointer}/${cutText(escapedToken(key), MAX_LENGTH)}`;
    return around('A member is none that the catalogue knows.', path, brief(key), known.join(', '));
  });
}

function componentFaults(list: readonly unknown[], index: number): readonly SurfaceFault[] {
  const component = list[index];
  const [pointer, place] = [`/surface/components/${index}`, index + 1];
  if (!isRecord(component)) {
    const found = brief(component, list, String(index));
    return [around(`Component ${place} is not an object.`, pointer, found, COMPONENT_NAMES.join(', '))];
  }
  const name = member(component, 'component');
  const members = typeof name === 'string' ? CATALOGUE.get(name) : undefined;
  const repair = { now: formNow(component), nearest: nearestForm(component) };
  if (members === undefined) {
    const words = `Component ${place} is not in the catalogue.`;
    const found = foundIn(component, 'component');
    return [{ ...around(words, `${pointer}/component`, found, COMPONENT_NAMES.join(', ')), repair }];
  }
  const faults: SurfaceFault[] = [];
  for (const [key, { form, required }] of members) {
    const value = member(component, key);
    if (value === undefined ? !required : form.isFit(value) || (value === null && !required)) continue;
    const words =
      value === undefined ? `lacks ${key}` : `has ${key} in a form that the catalogue does not allow`;
    faults.push({
      words: `Component ${place} ${words}.`,
      pointer: value === undefined ? pointer : `${pointer}/${key}`,
      found: foundIn(component, key),
      allowed: form.text,
      repair,
    });
  }
  const known = ['component', ...members.keys()];
  return [...faults, ...extraMembers(component, known, pointer).map((fault) => ({ ...fault, repair }))];
}

/** Members of a component that are written out. */
const MAX_MEMBERS = 6;

function formNow(component: JsonObject): string {
  const entries = Object.entries(component);
  const displayed = entries.slice(0, MAX_MEMBERS).map(([key, value]) => {
    const form = key === 'component' ? brief(value) : elided(value, component, key);
    return `${brief(key)}: ${form}`;
  });
  return `{ ${[...displayed, ...(entries.length > MAX_MEMBERS ? ['…'] : [])].join(', ')} }`;
}

function nearestForm(component: JsonObject): string {
  const given = member(component, 'component');
  const name = typeof given === 'string' && CATALOGUE.has(given) ? given : nearestName(component);
  const stored = [...(CATALOGUE.get(name) ?? [])].filter(
    ([key, { required }]) => required || Object.hasOwn(component, key),
  );
  const members = stored.map(([key, { form }]) => `"${key}": ${form.example}`);
  return `{ "component": "${name}", ${members.join(', ')} }`;
}

/** By the members that are there: what has options is a choice, what has an id is filled in, the rest is read. */
function nearestName(component: JsonObject): string {
  if (Object.hasOwn(component, 'options')) return 'field.select';
  if (Object.hasOwn(component, 'action')) return 'action.button';
  return Object.hasOwn(component, 'id') ? 'field.text' : 'text';
}

function elided(value: unknown, holder?: object, key = ''): string {
  if (typeof value === 'string') return '"…"';
  if (typeof value !== 'object' || value === null) return brief(value, holder, key);
  return Array.isArray(value) ? '[…]' : '{…}';
}

/** Maximum length of a reported value, in UTF-16 units. */
const MAX_LENGTH = 60;

/** A value in short; a number of `holder` as it was written. */
function brief(value: unknown, holder?: object, key = ''): string {
  if (typeof value === 'object' && value !== null) return elided(value);
  const written = typeof value === 'number' && holder !== undefined ? writtenNumber(holder, key) : null;
  if (typeof value !== 'string') return (written ?? scalarText(value)).slice(0, MAX_LENGTH);
  return JSON.stringify(cutText(value, MAX_LENGTH));
}

// The closed catalogue 0.9.1 as a table, for words about what is not in it (envelope 7.2). Not what decides.

/** What a member must be: in words, as a check, and as a legal example without content. */
interface MemberForm {
  readonly text: string;
  readonly isFit: (value: unknown) => boolean;
  readonly example: string;
}

const STRING: MemberForm = { text: 'a string', isFit: isString, example: '"…"' };
const FLAG: MemberForm = { text: 'true or false', isFit: isFlag, example: 'false' };

/** Forms of members by their name, which every component gives the same form; all others are strings. */
const FORMS: ReadonlyMap<string, MemberForm> = new Map([
  ['required', FLAG],
  ['default', FLAG],
  ['level', { text: 'a whole number from 1 to 6', isFit: isOneOf(1, 2, 3, 4, 5, 6), example: '1' }],
  [
    'options',
    {
      text: 'a list of {value, label}, at least one',
      isFit: (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isOption),
      example: '[{ "value": "…", "label": "…" }]',
    },
  ],
  [
    'action',
    {
      text: '{"target": "resume"} or {"target": "exchange"}',
      isFit: isExactly({ target: isOneOf('resume', 'exchange') }),
      example: '{ "target": "resume" }',
    },
  ],
]);

interface CatalogueMember {
  readonly form: MemberForm;
  readonly required: boolean;
}

/** Members of each component besides `component`; those with a question mark may be left out. */
const CATALOGUE: ReadonlyMap<string, ReadonlyMap<string, CatalogueMember>> = new Map(
  [
    ['heading', 'text level?'],
    ['text', 'text'],
    ['field.text', 'id label placeholder? required?'],
    ['field.date', 'id label required?'],
    ['field.select', 'id label options required?'],
    ['field.checkbox', 'id label default?'],
    ['action.button', 'id label action'],
  ].map(([name = '', members = '']) => [name, new Map(members.split(' ').map(memberOf))]),
);

function memberOf(written: string): readonly [string, CatalogueMember] {
  const key = written.replace('?', '');
  return [key, { form: FORMS.get(key) ?? STRING, required: key === written }];
}

/** Names of the seven components, in the order of the specification. */
export const COMPONENT_NAMES: readonly string[] = [...CATALOGUE.keys()];
