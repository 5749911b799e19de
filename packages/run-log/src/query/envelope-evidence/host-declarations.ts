/** What a file says of its host next to the events (envelope 9). */

import { isRecord, type MaskedValue, masker, member, pointerOf } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import { hasV2Form } from '@openwop-inspector/protocol';

/** Members of a capability document that steer envelopes; some hosts repeat them in `capabilities`. */
const STEERING = [
  'supportedEnvelopes',
  'schemaVersions',
  'limits',
  'envelopeStrictness',
  'envelopes',
  'aiEnvelope',
  'aiProviders',
  'implementation',
  'preferredVersion',
] as const;

/** Where documents of a host stand in files: a discovery document stored with a run, alone or inside `host`. */
const PLACES: readonly (readonly string[])[] = [
  ['discovery'],
  ['capabilities'],
  ['hostCapabilities'],
  ['host', 'discovery'],
  ['host', 'capabilities'],
  ['host'],
  [],
];

/** Capability documents in the members next to `events` (envelope 9), by pointer from the root of the file, cut to what steers envelopes. Masked. */
export function hostDeclarations(header: ReadonlyMap<string, unknown>) {
  const root = Object.fromEntries(header);
  return PLACES.flatMap((path) => {
    const value = path.reduce<unknown>(member, root);
    const members = isRecord(value) ? steering(value) : null;
    return members === null ? [] : [{ pointer: pointerOf(path), value: members }];
  });
}

/** The members that steer envelopes; null when the value is no declaration. */
function steering(value: Record<string, unknown>): Record<string, MaskedValue> | null {
  // These say that it is a declaration; `limits` or `capabilities` alone may be anything.
  const isDeclaration = ['supportedEnvelopes', 'schemaVersions'].some((key) => Object.hasOwn(value, key));
  if (!isDeclaration && !hasV2Form(value)) return null;
  const stored = STEERING.filter((key) => Object.hasOwn(value, key)).map(
    (key) => [key, member(value, key)] as const,
  );
  const inner = member(value, 'capabilities');
  const repeated = isRecord(inner) ? steering(inner) : null;
  const members = repeated === null ? stored : [...stored, ['capabilities', repeated] as const];
  return Object.fromEntries(members.map(([key, member]) => [key, masker.value(member, key).value]));
}

/** The protocol's own, for a host that declares none (envelope 9). */
const DEFAULT_MULTIPLIER = 2;

/** `truncationBudgetMultiplier` of the host, where the file holds its declaration; between 1 and 8. */
export function truncationMultiplier(header: ReadonlyMap<string, unknown>): number {
  for (const { value } of hostDeclarations(header)) {
    const completion = new Fields(value).child('envelopes').child('reliability').child('completion');
    const declared = completion.number('truncationBudgetMultiplier');
    if (declared !== null && declared >= 1 && declared <= 8) return declared;
  }
  return DEFAULT_MULTIPLIER;
}

/** True for a host whose declaration, in the file, says that it records `envelope.retry.exhausted` (envelope 9). */
export const declaresExhaustion = (header: ReadonlyMap<string, unknown>): boolean =>
  hostDeclarations(header).some(({ value }) => {
    const given = new Fields(value);
    return [given, given.child('capabilities')].some((one) => {
      const reliability = one.child('envelopes').child('reliability');
      const events = reliability.value('events');
      return (
        reliability.value('supported') === true &&
        (!Array.isArray(events) || events.includes('envelope.retry.exhausted'))
      );
    });
  });

/** Most bytes of media that may be recorded inline, for a host whose declaration names no number (envelope 6). */
export const DEFAULT_INLINE = 262_144;

/** `maxInlineMediaBytes` of the host, with the place of its declaration; null where the file holds none. */
export function inlineMediaCap(header: ReadonlyMap<string, unknown>) {
  const [first] = hostDeclarations(header);
  if (first === undefined) return null;
  const given = new Fields(first.value);
  const declared =
    given.child('aiProviders').number('maxInlineMediaBytes') ??
    given.child('capabilities').child('aiProviders').number('maxInlineMediaBytes');
  const isNamed = declared !== null && declared >= 0;
  return { bytes: isNamed ? declared : DEFAULT_INLINE, pointer: first.pointer, isNamed };
}
