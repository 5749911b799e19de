/** The top-level keys an entry is recognised by, one bit each, in `EntryScanner.keys`. */
export const KEY = {
  type: 1 << 0,
  payload: 1 << 1,
  data: 1 << 2,
  eventId: 1 << 3,
  runId: 1 << 4,
  nodeId: 1 << 5,
  sequence: 1 << 6,
  seq: 1 << 7,
  timestamp: 1 << 8,
  causationId: 1 << 9,
  contentTrust: 1 << 10,
  meta: 1 << 11,
  correlationId: 1 << 12,
  envelopeId: 1 << 13,
  protocol: 1 << 14,
  status: 1 << 15,
  workflowId: 1 << 16,
  events: 1 << 17,
  bundleVersion: 1 << 18,
  source: 1 << 19,
  items: 1 << 20,
  run: 1 << 21,
  surfaceRef: 1 << 22,
  patch: 1 << 23,
  partial: 1 << 24,
  /** Of a control line of a capture. */
  capture: 1 << 25,
} as const;

const encoder = new TextEncoder();

interface KnownKey {
  readonly bytes: Uint8Array;
  readonly bit: number;
}

/** Known keys by length, so that most keys are distinguished by their length and first byte alone. */
const byLength: (readonly KnownKey[])[] = [];
for (const [name, bit] of Object.entries(KEY)) {
  const list = byLength[name.length] ?? [];
  byLength[name.length] = [...list, { bytes: encoder.encode(name), bit }];
}
for (let n = 0; n < byLength.length; n++) byLength[n] ??= [];

/** Bit of the key in `bytes[start, end)`, 0 for any other key. */
export function keyBit(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  const known = length < byLength.length ? byLength[length] : undefined;
  if (known === undefined) return 0;
  for (let k = 0; k < known.length; k++) {
    const key = known[k] as KnownKey;
    if (bytes[start] !== key.bytes[0]) continue;
    let i = 1;
    while (i < length && bytes[start + i] === key.bytes[i]) i++;
    if (i === length) return key.bit;
  }
  return 0;
}

/** Bit of a key given as text, for keys written with escapes. */
export function keyBitOfText(text: string): number {
  const bytes = encoder.encode(text);
  return keyBit(bytes, 0, bytes.length);
}
