/** For tests: rows, summaries and ledgers with everything that a test does not care about. */
import { masker, words } from '@openwop-inspector/base';
import type { Ledger } from '@openwop-inspector/host-client';
import type { EventRow, SessionSummary } from '@openwop-inspector/run-log';
import type { LiveSession } from '@openwop-inspector/shell-contract';

/** An event of run r1: its ordinal is its sequence, `e<ordinal>` its id, and it belongs to no node. */
export function madeRow(ordinal: number, part: Partial<EventRow> = {}): EventRow {
  return {
    ordinal,
    index: ordinal,
    sequence: ordinal,
    type: words`node.started`,
    runId: words`r1`,
    nodeId: null,
    timestamp: null,
    timeMs: null,
    eventId: masker.text(`e${ordinal}`),
    eventIdDerived: false,
    causationId: null,
    contentTrust: null,
    taintFrom: null,
    tone: 'normal',
    summary: words``,
    problem: null,
    byteOffset: 0,
    byteLength: 0,
    ...part,
  };
}

/** A whole log of ten events without runs, which failed at the seventh. */
export function madeSummary(part: Partial<SessionSummary> = {}): SessionSummary {
  return {
    name: words`log`,
    format: 'ndjson',
    gzip: false,
    sizeBytes: 100,
    isRead: true,
    complete: true,
    cancelled: false,
    hostName: null,
    entries: 10,
    events: 10,
    duplicates: 0,
    unreadable: 0,
    envelopes: 0,
    logicalEnvelopes: null,
    items: 0,
    runs: [],
    verdict: {
      tone: 'failed',
      title: words`Failed`,
      sentence: [],
      landOn: 7,
      chainStart: null,
      cause: null,
      causes: null,
    },
    causal: {
      roots: 0,
      edges: 0,
      byRule: { eventId: 0, correlationId: 0 },
      orphans: 0,
      cycles: 0,
      ambiguous: 0,
      omitted: false,
    },
    problemCounts: { error: 0, warning: 0, note: 0 },
    problemKinds: 0,
    checks: { known: true, value: { payloads: 1 } },
    nodes: 0,
    startMs: null,
    endMs: null,
    loadMs: 1,
    ...part,
  };
}

/** A ledger of the sequences 0 to 9, all streamed, of a run that continues. */
export function madeLedger(part: Partial<Ledger> = {}): Ledger {
  return {
    verdict: 'whole-so-far',
    words: '',
    spans: [{ first: 0, last: 9, via: 'sse' }],
    spansCut: false,
    firstSequence: 0,
    lastSequence: 9,
    events: 10,
    missing: 0,
    duplicates: 0,
    late: 0,
    conflicting: 0,
    restated: 0,
    unsequenced: 0,
    deltaFrames: 0,
    badFrames: 0,
    completeness: { known: false, reasons: [] },
    ...part,
  };
}

/** A session that is attached to a run and has all of its host's events. */
export function madeLive(part: Partial<LiveSession> = {}): LiveSession {
  return {
    liveId: 'l1',
    hostId: 'h1',
    baseUrl: 'http://127.0.0.1:3801',
    hostName: 'reference',
    runId: 'r1',
    file: { fileId: 'f1', name: 'r1.capture.ndjson', sizeBytes: 100, url: '/file/f1', recentId: null },
    storedAt: '/captures/a.capture.ndjson',
    status: {
      state: 'live',
      words: 'All events of the host are here.',
      end: null,
      transport: 'sse',
      goesOnBehindEnd: false,
      runStatus: 'running',
      sinceMs: 0,
      ratePerSecond: 38,
      peakPerSecond: 112,
      lagMs: 400,
      clockSkewMs: 0,
      reconnects: 0,
      lastReconnectAtMs: null,
      nextTryAtMs: null,
      cursor: 10,
      confirmedTo: null,
      ledger: madeLedger(),
      captureBytes: 100,
      lastError: null,
    },
    discovery: null,
    ...part,
  };
}
