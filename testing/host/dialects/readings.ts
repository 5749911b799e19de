/** Readings of parameters that several hosts share (bundles-and-transport.md sections 6.1, 6.4 and 7). */
import type { Answer, Reading } from './dialect.ts';

type Cursor = Reading<number | null>;
type Mode = Reading<(type: string) => boolean>;

const NONE = { value: null };
const everything = () => true;
const MODES: readonly string[] = ['values', 'updates', 'messages', 'debug'];

const badRequest = (error: string, message: string): Answer => ({ status: 400, body: { error, message } });
const invalid = (message: string) => badRequest('validation_error', message);

/** A whole number of this form; of another form it counts as none, unless it is refused. */
export const readCursor = (text: string | null, form: RegExp, refusal?: string): Cursor => {
  if (text === null) return NONE;
  if (form.test(text)) return { value: Number(text) };
  return refusal === undefined ? NONE : invalid(refusal);
};

/** The first of these parameters that is there, as a whole number from -1; anything else is refused. */
export const checkedCursor =
  (...names: readonly string[]) =>
  (query: URLSearchParams) => {
    const name = names.find((candidate) => query.has(candidate)) ?? '';
    return readCursor(query.get(name), /^(-1|\d+)$/, `${name} must be an integer of at least -1`);
  };

/** A parameter that is a number; anything else counts as none. */
export const looseCursor = (name: string) => (query: URLSearchParams) =>
  readCursor(query.get(name), /^-?\d+$/);

export const looseLastEventId = (text: string | null) => readCursor(text, /^\d+$/);
export const strictLastEventId = (text: string | null) =>
  readCursor(text, /^\d+$/, 'Last-Event-ID must be digits');

/** All modes send everything; an unknown one is refused. */
export function checkedMode(query: URLSearchParams): Mode {
  const wrong = modesOf(query, 'streamMode').find((mode) => !MODES.includes(mode));
  if (wrong === undefined) return { value: everything };
  return badRequest('unsupported_stream_mode', `There is no mode ${wrong}`);
}

export const anyMode = (): Mode => ({ value: everything });

/** Each host that filters does so in its own way; several modes let through what one of them does. */
export const filteringMode =
  (parameters: readonly string[], filters: Readonly<Record<string, (type: string) => boolean>>) =>
  (query: URLSearchParams): Mode => {
    const checked = checkedMode(query);
    if ('status' in checked) return checked;
    const modes = modesOf(query, parameters.find((parameter) => query.has(parameter)) ?? 'streamMode');
    return { value: (type) => modes.some((mode) => filters[mode]?.(type) ?? true) };
  };

const modesOf = (query: URLSearchParams, name: string): readonly string[] =>
  (query.get(name) ?? 'updates').split(',').map((mode) => mode.trim());
