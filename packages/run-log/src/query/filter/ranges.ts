/** Numbers and ranges of them, as the values of fields are written. */
import { type FilterError, filterError, type Stretch } from './syntax.ts';

/** Both ends belong to it. */
export interface NumberRange {
  readonly low: number;
  readonly high: number;
}

export const isWithin = ({ low, high }: NumberRange, number: number): boolean =>
  number >= low && number <= high;

/** How the numbers of a field are written. `read` gives the stretch that a number names, null for what is none. */
export interface NumberForm {
  readonly read: (text: string) => NumberRange | null;
  readonly example: string;
}

/** One number, in units that are written behind it. */
function scaled(form: RegExp, units: Readonly<Record<string, number>>): NumberForm['read'] {
  return (text) => {
    const [, digits, unit = ''] = form.exec(text) ?? [];
    if (digits === undefined) return null;
    const number = Number(digits) * (units[unit.toLowerCase()] ?? 1);
    return { low: number, high: number };
  };
}

const DECIMAL = { '': 1, b: 1, k: 1e3, kb: 1e3, m: 1e6, mb: 1e6, g: 1e9, gb: 1e9 };
const MS = { ms: 1, '': 1000, s: 1000, m: 60_000, h: 3_600_000 };
const DURATION = scaled(/^(\d+(?:\.\d+)?)(ms|s|m|h)?$/, MS);

/** The forms of the fields that take numbers. Sizes are in decimal units, as they are displayed. */
export const NUMBER_FORMS = {
  seq: { read: scaled(/^(\d+)$/, {}), example: 'seq:42, seq:>=100 or seq:100..200' },
  time: { read: DURATION, example: 'time:<2s or time:1s..3s' },
  dur: { read: DURATION, example: 'dur:>2s or dur:100ms..3s' },
  size: {
    read: scaled(/^(\d+(?:\.\d+)?)(b|k|kb|m|mb|g|gb)?$/i, DECIMAL),
    example: 'size:>64k or size:1k..2m',
  },
  tokens: { read: scaled(/^(\d+(?:\.\d+)?)(k|m)?$/i, DECIMAL), example: 'tokens:>1k or tokens:100..200' },
  at: { read: clockTime, example: 'at:09:02, at:09:02..09:05 or at:09:02..' },
} as const satisfies Record<string, NumberForm>;

/** Any JSON number. */
export const ANY_NUMBER: NumberForm = {
  read: scaled(/^(-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,4})?)$/, {}),
  example: 'payload.n:5, payload.n:>5 or payload.n:1..5',
};

/** A clock time in ms of the day, up to the end of the minute, second or millisecond it names. */
function clockTime(text: string): NumberRange | null {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?$/.exec(text);
  if (match === null) return null;
  const [, hours, minutes, seconds = '0', fraction = ''] = match;
  const low = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000;
  const after = low + Number(fraction.padEnd(3, '0'));
  const width = fraction !== '' ? 10 ** (3 - fraction.length) : match[3] !== undefined ? 1000 : 60_000;
  return { low: after, high: below(after + width) };
}

/** Reads `5`, `>=5`, `<5`, `1..5`, `1..` and `..5`. A range that runs backwards is none, unless it crosses midnight. */
export function readRange(
  field: string,
  value: string,
  form: NumberForm,
  at: Stretch,
): NumberRange | FilterError {
  const [, first, last] = /^(.+?)\.\.(.+)$/.exec(value) ?? [];
  if (first !== undefined && last !== undefined) {
    const [low, high] = [form.read(first), form.read(last)];
    if (low === null || high === null) return noRange(field, form, at);
    const turned = `${field}:${last}..${first}`;
    if (low.low > high.high && form !== NUMBER_FORMS.at)
      return filterError(at, `${field}: the range ${value} runs backwards`, turned);
    return { low: low.low, high: high.high };
  }
  const [, from, to] = /^(?:(.+)\.\.|\.\.(.+))$/.exec(value) ?? [];
  if (from !== undefined || to !== undefined) {
    const end = form.read(from ?? to ?? '');
    return end === null ? noRange(field, form, at) : compared(from === undefined ? '<=' : '>=', end);
  }
  const [, sign, operand = ''] = /^(>=|<=|>|<)?(.*)$/s.exec(value) ?? [];
  const number = form.read(operand);
  return number === null ? noRange(field, form, at) : compared(sign, number);
}

function compared(sign: string | undefined, { low, high }: NumberRange): NumberRange {
  switch (sign) {
    case '>=':
      return { low, high: Number.POSITIVE_INFINITY };
    case '<=':
      return { low: Number.NEGATIVE_INFINITY, high };
    case '>':
      return { low: above(high), high: Number.POSITIVE_INFINITY };
    case '<':
      return { low: Number.NEGATIVE_INFINITY, high: below(low) };
    default:
      return { low, high };
  }
}

const noRange = (field: string, { example }: NumberForm, at: Stretch): FilterError =>
  filterError(at, `${field}: takes a number or a range, for example ${example}`);

const float = new Float64Array(1);
const whole = new BigInt64Array(float.buffer);

/** The next number above a finite one. */
export function above(number: number): number {
  if (number === 0) return Number.MIN_VALUE;
  float[0] = number;
  whole[0] = (whole[0] as bigint) + (number > 0 ? 1n : -1n);
  return float[0];
}

/** The next number below a finite one. */
export const below = (number: number): number => -above(-number);
