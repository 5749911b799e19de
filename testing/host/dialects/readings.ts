import type { Reading } from './dialect.ts';

/** Readings of parameters that several hosts share (bundles-and-transport.md sections 6.1, 6.4 and 7). */
export const invalid = (message: string): Reading<never> => ({
  ok: false,
  status: 400,
  error: 'validation_error',
  message,
});
const everything = () => true;
const MODES: readonly string[] = ['values', 'updates', 'messages', 'debug'];

/** The first of these parameters that is there, as a whole number from -1; anything else is refused. */
export function checkedCursor(...names: readonly string[]) {
  return (query: URLSearchParams): Reading<number | null> => {
    const name = names.find((candidate) => query.has(candidate));
    if (name === undefined) return { ok: true, value: null };
    const text = query.get(name) ?? '';
    if (!/^(-1|\d+)$/.test(text)) return invalid(`${name} must be an integer of at least -1`);
    return { ok: true, value: Number(text) };
  };
}

/** The first of these parameters that is a number; anything else counts as none. */
export function looseCursor(...names: readonly string[]) {
  return (query: URLSearchParams): Reading<number | null> => {
    const text = names.map((name) => query.get(name)).find((value) => value !== null) ?? '';
    return { ok: true, value: /^-?\d+$/.test(text) ? Number(text) : null };
  };
}

export function looseLastEventId(text: string | null): Reading<number | null> {
  return { ok: true, value: text !== null && /^\d+$/.test(text) ? Number(text) : null };
}

export function strictLastEventId(text: string | null): Reading<number | null> {
  if (text === null) return { ok: true, value: null };
  return /^\d+$/.test(text) ? { ok: true, value: Number(text) } : invalid('Last-Event-ID must be digits');
}

/** All modes send everything; an unknown one is refused. */
export function checkedMode(query: URLSearchParams): Reading<(type: string) => boolean> {
  const wrong = modesOf(query, 'streamMode').find((mode) => !MODES.includes(mode));
  if (wrong === undefined) return { ok: true, value: everything };
  return { ok: false, status: 400, error: 'unsupported_stream_mode', message: `There is no mode ${wrong}` };
}

export function anyMode(): Reading<(type: string) => boolean> {
  return { ok: true, value: everything };
}

/** Each host that filters does so in its own way; several modes let through what one of them does. */
export function filteringMode(
  parameters: readonly string[],
  filters: Readonly<Record<string, (type: string) => boolean>>,
) {
  return (query: URLSearchParams): Reading<(type: string) => boolean> => {
    const checked = checkedMode(query);
    if (!checked.ok) return checked;
    const name = parameters.find((parameter) => query.has(parameter)) ?? 'streamMode';
    const modes = modesOf(query, name);
    return { ok: true, value: (type) => modes.some((mode) => filters[mode]?.(type) ?? true) };
  };
}

function modesOf(query: URLSearchParams, name: string): readonly string[] {
  return (query.get(name) ?? 'updates').split(',').map((mode) => mode.trim());
}
