import { isRecord, type JsonObject, ownValue } from '@openwop-inspector/base';
import type { AghDetail } from './agh-work.ts';
import { trimSpace } from './records.ts';

/** What a body check found. */
export interface BodyVerdict {
  readonly details: readonly AghDetail[];
  /** True when all is in form and only a digest does not fit. */
  readonly isForged: boolean;
}

/**
 * Reads the fields of one object and collects what is wrong with them. As in the reference, null is the same as absent;
 * fields nobody asks for are left alone.
 */
export interface BodyFields {
  readonly details: AghDetail[];
  /** A text that is not blank. */
  needText(key: string): string | null;
  /** One of the allowed words, exactly. */
  needWord(key: string, allowed: readonly string[]): string | null;
  mayText(key: string): void;
  mayWord(key: string, allowed: readonly string[]): string | null;
  mayList(key: string): void;
  mayRecord(key: string): void;
  /** A list of texts that must be there, even when empty. */
  needTexts(key: string): void;
  mayTexts(key: string): readonly string[];
  has(key: string): boolean;
  wrong(key: string, message: string): void;
}

/** Fields of `record`, which is at the RFC 6901 pointer `at`. Keys are plain names of the protocol. */
export function bodyFields(record: JsonObject, at: string): BodyFields {
  const details: AghDetail[] = [];
  const wrong = (key: string, message: string) => {
    details.push({ pointer: `${at}/${key}`, message });
  };
  const given = (key: string) => ownValue(record, key) ?? undefined;
  const expectType = (key: string, fits: (value: unknown) => boolean, type: string) => {
    const value = given(key);
    if (value !== undefined && !fits(value)) wrong(key, `is not of type ${type}`);
  };
  const mayWord = (key: string, allowed: readonly string[]) => {
    const value = given(key);
    if (value === undefined) return null;
    if (typeof value === 'string' && allowed.includes(value)) return value;
    wrong(key, `is not one of ${allowed.join(', ')}`);
    return null;
  };
  const mayTexts = (key: string) => {
    const value = given(key) ?? [];
    if (isTexts(value)) return value;
    wrong(key, 'is not a list of texts');
    return [];
  };
  const isMissing = (key: string) => {
    if (given(key) !== undefined) return false;
    wrong(key, `${key} is missing`);
    return true;
  };
  return {
    details,
    wrong,
    mayWord,
    mayTexts,
    has: (key) => given(key) !== undefined,
    needText(key) {
      if (isMissing(key)) return null;
      const value = given(key);
      if (typeof value !== 'string') wrong(key, 'is not of type string');
      else if (trimSpace(value) === '') wrong(key, 'is blank');
      else return value;
      return null;
    },
    needWord: (key, allowed) => (isMissing(key) ? null : mayWord(key, allowed)),
    mayText: (key) => expectType(key, (value) => typeof value === 'string', 'string'),
    mayList: (key) => expectType(key, Array.isArray, 'array'),
    mayRecord: (key) => expectType(key, isRecord, 'object'),
    needTexts(key) {
      if (!isMissing(key)) mayTexts(key);
    },
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** The verdict on fields without a digest. */
export function inForm(...fields: readonly BodyFields[]): BodyVerdict {
  return { details: fields.flatMap(({ details }) => details), isForged: false };
}
