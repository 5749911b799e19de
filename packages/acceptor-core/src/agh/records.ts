import { type JsonObject, ownValue } from '@openwop-inspector/base';

/** The value of an own key when it is an integer from 0 on, or null. */
export function ownSeconds(record: JsonObject, key: string): number | null {
  const value = ownValue(record, key);
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}
