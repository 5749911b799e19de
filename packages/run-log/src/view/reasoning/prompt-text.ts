/** What a host says about the prompt it composed, as one readable text (run-events 3.2.8). */

import { formatCount, isRecord } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';

/** Members that hold a body, with the words they are shown under. */
const BODIES: readonly (readonly [key: string, name: string])[] = [
  ['systemPrompt', 'system'],
  ['userPrompt', 'user'],
];
/** Members in which hosts list parts, or counts of tokens by part. */
const PARTS = ['parts', 'messages'] as const;
const COUNTS = ['tokenCounts', 'tokens', 'tokenCount'] as const;

/**
 * Token counts first, for example "system 412, user 96, schema-hint 704 tokens", then each body under its name; without
 * bodies the references and the hash. Not masked.
 */
export function promptText(payload: unknown): string {
  const p = new Fields(payload);
  const parts = partsOf(p);
  const bodies = [
    ...bodiesOf(p),
    ...parts.flatMap(({ name, text }) => (text === '' ? [] : [`${name}: ${text}`])),
  ];
  const composed = p.value('composed');
  if (bodies.length === 0 && typeof composed === 'string' && composed !== '') bodies.push(composed);
  const head = tokenText(p, parts);
  const texts = [head, ...bodies].filter((one) => one !== '');
  return texts.length > 0 && bodies.length > 0
    ? texts.join('\n\n')
    : [head, references(p)].filter(Boolean).join('\n');
}

interface Part {
  readonly name: string;
  readonly text: string;
  readonly tokens: number | null;
}

function partsOf(p: Fields): Part[] {
  for (const key of PARTS) {
    const list = p.list(key).slice(0, 64).filter(isRecord);
    if (list.length === 0) continue;
    return list.map((item) => {
      const part = new Fields(item);
      const text = ['text', 'content', 'body']
        .map((name) => part.value(name))
        .find((one) => typeof one === 'string');
      return {
        name: part.first('kind', 'role', 'name') || 'part',
        text: typeof text === 'string' ? text : '',
        tokens: part.number('tokens') ?? part.number('tokenCount'),
      };
    });
  }
  return [];
}

function bodiesOf(p: Fields): string[] {
  return BODIES.flatMap(([key, name]) => {
    const body = p.value(key);
    return typeof body === 'string' && body !== '' ? [`${name}: ${body}`] : [];
  });
}

function tokenText(p: Fields, parts: readonly Part[]): string {
  const counted = parts.flatMap(({ name, tokens }) =>
    tokens === null ? [] : [`${name} ${formatCount(tokens)}`],
  );
  if (counted.length > 0) return `${counted.join(', ')} tokens`;
  for (const key of COUNTS) {
    const value = p.value(key);
    if (typeof value === 'number' && Number.isFinite(value)) return `${formatCount(value)} tokens`;
    if (!isRecord(value)) continue;
    const words = new Fields(value)
      .keys()
      .slice(0, 16)
      .flatMap((name) => {
        const count = new Fields(value).number(name);
        return count === null ? [] : [`${name} ${formatCount(count)}`];
      });
    if (words.length > 0) return `${words.join(', ')} tokens`;
  }
  return '';
}

function references(p: Fields): string {
  const refs = p.names('refs', 8);
  return [p.text('kind'), refs, p.text('hash')].filter((one) => one !== '').join(', ');
}
