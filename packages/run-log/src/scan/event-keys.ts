import { KnownKeys } from '@openwop-inspector/base';

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

/** Bits of those keys, 0 for any other. */
export const ENTRY_KEYS = new KnownKeys(KEY);
