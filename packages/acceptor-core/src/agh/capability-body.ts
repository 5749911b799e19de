import { isRecord, ownValue } from '@openwop-inspector/base';
import type { AghMessage } from './agh-work.ts';
import { type BodyFields, type BodyVerdict, bodyFields, inForm } from './body-fields.ts';
import { CAPABILITY_LISTS, capabilityDigest } from './capability-digest.ts';
import { trimSpace } from './records.ts';

/** `capability*`, an object of its own, with a digest that fits it (agh 4). */
export function capabilityBody({ body }: AghMessage): BodyVerdict {
  const value = ownValue(body, 'capability');
  if (!isRecord(value)) {
    const outer = bodyFields(body, '/body');
    outer.wrong(
      'capability',
      outer.has('capability')
        ? 'is not of type object'
        : 'capability is missing; its fields belong inside it',
    );
    return inForm(outer);
  }
  const fields = bodyFields(value, '/body/capability');
  const digest = checkForm(fields);
  if (fields.details.length > 0 || digest === null) return inForm(fields);
  const isForged = trimSpace(digest) !== capabilityDigest(value);
  if (isForged) fields.wrong('digest', 'does not fit the capability');
  return { details: fields.details, isForged };
}

function checkForm(fields: BodyFields): string | null {
  for (const key of ['id', 'summary', 'outcome'] as const) fields.needText(key);
  const digest = fields.needText('digest');
  fields.mayText('version');
  for (const key of CAPABILITY_LISTS) fields.mayTexts(key);
  checkRequirements(fields);
  return digest;
}

/** Each requirement is there and there once, white space aside. */
function checkRequirements(fields: BodyFields): void {
  const requirements = fields.mayTexts('requirements').map(trimSpace);
  if (requirements.includes('')) fields.wrong('requirements', 'holds a blank requirement');
  if (new Set(requirements).size < requirements.length) {
    fields.wrong('requirements', 'holds the same requirement twice');
  }
}
