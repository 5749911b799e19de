/** Members of foreign objects. Prototypes answer nothing: only own members are ever read. */
import { isRecord } from '../../acceptor-worker/is-record.ts';

/** An own member; undefined when there is none or when the value is no object. */
export function member(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** An own member that is a string with something in it; null otherwise. */
export function textOf(value: unknown, key: string): string | null {
  const found = member(value, key);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** An own member that is a finite number; null otherwise. */
export function numberOf(value: unknown, key: string): number | null {
  const found = member(value, key);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}
