/** What the session worker does for each job. Pure over a session; tested without a worker. */
import { evidencePage } from '@openwop-inspector/audit';
import { isLogRule, isProblemCode } from '@openwop-inspector/protocol';
import {
  clearPage,
  deltaChain,
  type EventRow,
  effectLedger,
  envelopeEvidence,
  envelopePosition,
  type FilterAnswer,
  histogram,
  JsonTree,
  liveFacts,
  nextProblem,
  OneRun,
  type RowFigures,
  type RunLog,
  rawPage,
  reasoningAt,
  recordedGate,
  recordedTurn,
  rowFigures,
  sequenceGaps,
  sessionSummary,
  surfaceAnswer,
  taintOfEvent,
  trustOf,
} from '@openwop-inspector/run-log';
import { MAX_RULES } from '../model/colour-rules.ts';
import type { EventAddress } from '../model/view-link.ts';
import { attemptChanges } from './attempt-jobs.ts';
import { compareEvents, compareSessions, stopCompare } from './compare-jobs.ts';
import { contentAddress } from './content-address.ts';
import { contentBytes, contentText, contentTree } from './content-jobs.ts';
import { exportSession, stopExport } from './export-job.ts';
import { filterRows } from './filter-rows.ts';
import { dimmedRows, foldRows, rowHolding, sortRows, streamsOf, withFold } from './fold-rows.ts';
import { laneWindowOf, pathOf, slowestOf } from './lane-window.ts';
import { messageAnswer } from './message-job.ts';
import { narrowedEnvelopes } from './narrowed-envelopes.ts';
import { colouredRows, filterFaults } from './row-colours.ts';
import { searchSession, stopPayloadSearch } from './search-job.ts';
import type { Session } from './session.ts';
import type { JobInput, JobName, JobResult, SessionEvent } from './session-contract.ts';
import { makeSessionText, sessionHead, stopSessionText } from './session-file-job.ts';
import { closeSession, openSession, sessionOf } from './sessions.ts';
import { subjectsOf } from './subjects.ts';

/** Maximum number of rows in a page. */
const MAX_ROWS = 2_000;

type Runners = {
  readonly [N in JobName]: (
    input: JobInput<N>,
    tell: (event: SessionEvent) => void,
    say?: (part: JobResult<N>) => void,
  ) => JobResult<N> | Promise<JobResult<N>>;
};

const logOf = (input: { readonly sessionId: string }): RunLog => sessionOf(input.sessionId).log;
/** What answers for the views: the log, or the run that they are narrowed to. */
const shownOf = ({ sessionId }: { readonly sessionId: string }): RunLog | OneRun => {
  const { log, run } = sessionOf(sessionId);
  return run ?? log;
};

export const runners: Runners = {
  open: (input, tell) => {
    openSession(input, tell);
    return null;
  },
  grow: ({ sessionId, sizeBytes, ended }) => {
    void sessionOf(sessionId).log.grow(sizeBytes, ended);
    return null;
  },
  liveFacts: (input) => liveFacts(logOf(input)),
  effectLedger: (input) => effectLedger(logOf(input), input.runId, input.fromSequence),
  gaps: ({ sessionId, filterId }) => {
    const session = sessionOf(sessionId);
    const fold = session.fold(filterId);
    if (fold?.isSorted) return [];
    return sequenceGaps(session.shown, (fold ?? session.selection(filterId)).rows);
  },
  answerUnpack: ({ sessionId, mostBytes }) => {
    sessionOf(sessionId).answerUnpack(mostBytes);
    return null;
  },
  cancel: ({ sessionId }) => {
    sessionOf(sessionId).stop.abort();
    return null;
  },
  close: async ({ sessionId }) => {
    await closeSession(sessionId);
    return null;
  },
  summary: (input) => {
    const shown = shownOf(input);
    return shown instanceof OneRun ? shown.summary() : sessionSummary(shown);
  },
  runs: (input) => logOf(input).runs(),
  narrow: ({ sessionId, runId }) => {
    sessionOf(sessionId).narrow(runId);
    return null;
  },
  filter: async (input, _tell, say) => {
    const session = sessionOf(input.sessionId);
    const { text, noted } = input;
    const tellPart = (part: FilterAnswer): void => say?.({ ...part, fold: null });
    return withFold(session, await filterRows(session, text, tellPart, undefined, noted));
  },
  stopFilter: ({ sessionId }) => {
    sessionOf(sessionId).stopSearch();
    return null;
  },
  fold: (input) => {
    const session = sessionOf(input.sessionId);
    session.openStreams = input.open;
    return foldRows(session, input);
  },
  rows: (input) => rowsOfSelection(sessionOf(input.sessionId), input),
  filterFaults: ({ sessionId, texts }) => filterFaults(sessionOf(sessionId), texts.slice(0, MAX_RULES)),
  rowsByOrdinal: (input) => shownOf(input).rows(input.ordinals.slice(0, MAX_ROWS)),
  position: (input) => positionIn(sessionOf(input.sessionId), input.ordinal, input.filterId),
  find: (input) => find(logOf(input), input),
  findAll: (input) => input.events.slice(0, MAX_FOUND).map((event) => ordinalOf(logOf(input), event)),
  chain: ({ target, descendantLimit, ...input }) => {
    const from =
      target.kind === 'event' ? { ordinal: target.ordinal } : { correlationId: target.correlationId };
    return logOf(input).chain(from, { descendantLimit, ancestorLimit: MAX_ROWS, links: true });
  },
  envelopeEvidence: (input) => envelopeEvidence(logOf(input), input.target),
  recordedTurn: (input) => recordedTurn(logOf(input), input.ordinal),
  recordedGate: (input) => recordedGate(logOf(input), input.ordinal),
  causes: (input) => shownOf(input).causes({ ...input, limit: Math.min(input.limit, MAX_ROWS) }),
  causePath: (input) => shownOf(input).causePath(input.ordinal),
  laneWindow: (input) => {
    const session = sessionOf(input.sessionId);
    return laneWindowOf(session.run ?? session.log, input, session.reportLater);
  },
  slowest: (input) => {
    const { stop } = sessionOf(input.sessionId);
    return slowestOf(shownOf(input), input, () => stop.signal.aborted);
  },
  criticalPath: (input) => pathOf(shownOf(input), input.ordinal),
  nodeIds: (input) => logOf(input).index.nodes.shown(input.limit),
  histogram: (input) => {
    const session = sessionOf(input.sessionId);
    const { rows } = session.selection(input.filterId);
    return histogram(session.shown, { buckets: input.buckets, foldIdleMs: input.foldIdleMs, matching: rows });
  },
  problemGroups: (input) => shownOf(input).problemGroups(input.severities),
  problems: (input) =>
    isProblemCode(input.code)
      ? shownOf(input).problems(input.code, input.offset, Math.min(input.limit, MAX_ROWS))
      : [],
  auditPage: ({ sessionId, offset, limit }) => evidencePage(sessionOf(sessionId).shown, offset, limit),
  auditRules: (input) => shownOf(input).allProblems(isLogRule),
  compare: (input, _tell, say) => compareSessions(input, say),
  stopCompare,
  compareEvents,
  searchPayloads: ({ sessionId, ...question }, _tell, say) =>
    searchSession(sessionOf(sessionId), question, say),
  stopPayloadSearch: ({ sessionId }) => stopPayloadSearch(sessionOf(sessionId)),
  sessionHead: ({ sessionId }) => sessionHead(sessionOf(sessionId)),
  sessionText: (input, _tell, say) => makeSessionText(sessionOf(input.sessionId), input, say),
  stopSessionText: ({ sessionId }) => stopSessionText(sessionOf(sessionId)),
  export: (input, _tell, say) => exportSession(sessionOf(input.sessionId), input, say),
  stopExport: ({ sessionId }) => stopExport(sessionOf(sessionId)),
  stepProblem: (input) => nextProblem(sessionOf(input.sessionId).shown, input.fromOrdinal, input.direction),
  jsonNode: async (input) => {
    const { tree, base } = await treeOf(logOf(input), input.ordinal);
    return tree.node(input.pointer, base);
  },
  jsonChildren: async (input) => {
    const { tree, base } = await treeOf(logOf(input), input.ordinal);
    return tree.children(input.pointer, input.offset, Math.min(input.limit, MAX_ROWS), base);
  },
  jsonText: async (input) =>
    (await treeOf(logOf(input), input.ordinal)).tree.text(input.pointer, input.maxBytes),
  jsonSearch: async (input) => (await treeOf(logOf(input), input.ordinal)).tree.search(input.text),
  envelopes: (input) => narrowedEnvelopes(shownOf(input), input),
  envelopePosition: (input) => envelopePosition(sessionOf(input.sessionId).shown, input.ordinal),
  subjects: (input) => subjectsOf(logOf(input), input),
  contentBytes: (input) => contentBytes(logOf(input), input),
  contentText: (input) => contentText(logOf(input), input),
  contentAddress: (input) => contentAddress(logOf(input), input),
  contentTree: (input) => contentTree(logOf(input), input),
  trust: (input) => trustOf(logOf(input), input.ordinal),
  taint: (input) => taintOfEvent(logOf(input), input.ordinal, Math.min(input.limit, MAX_ROWS)),
  surfaceAnswer: (input) => surfaceAnswer(logOf(input), input.ordinal),
  sort: (input) => sortRows(sessionOf(input.sessionId), input),
  reasoning: (input) => reasoningAt(logOf(input), input.ordinal),
  message: (input) => messageAnswer(logOf(input), input.ordinal, input.now),
  deltaChain: (input) => deltaChain(logOf(input), input.ordinal),
  attemptChanges: ({ attempts, ...input }) => attemptChanges(logOf(input), attempts),
  jsonReveal: async (input) => (await treeOf(logOf(input), input.ordinal)).tree.reveal(input.pointer),
  jsonAt: async (input) => {
    const { tree, base } = await treeOf(logOf(input), input.ordinal);
    return tree.at(input.byteOffset, base);
  },
  raw: (input) => rawPage(logOf(input), input.ordinal, input),
  rawReveal: (input) => clearPage(logOf(input), input.ordinal, input),
};

async function rowsOfSelection(
  session: Session,
  page: JobInput<'rows'>,
): Promise<{ total: number; rows: readonly EventRow[] }> {
  const { order } = session.shown;
  const fold = session.fold(page.filterId);
  const { rows } = fold ?? session.selection(page.filterId);
  const total = rows === null ? order.length : rows.length;
  const offset = Math.max(0, page.offset);
  const end = Math.min(total, offset + Math.min(page.limit, MAX_ROWS));
  const ordinals: number[] = [];
  for (let i = offset; i < end; i++) {
    ordinals.push(rows === null ? order.ordinalAt(i) : (rows[i] as number));
  }
  const plain = await (session.run ?? session.log).rows(ordinals);
  const figures = page.figures === true ? await rowFigures(session.shown, ordinals) : null;
  const told = figures === null ? plain : plain.map((row, at) => withFigures(row, figures[at]));
  const dimmedBy = page.dimmedBy ?? null;
  const dimmed = dimmedBy === null ? told : dimmedRows(session, told, dimmedBy, fold, offset);
  const { rules = [] } = page;
  const answer = rules.length === 0 ? dimmed : await colouredRows(session, dimmed, rules.slice(0, MAX_RULES));
  if (fold === null || fold.isSorted) return { total, rows: answer };
  const streams = await streamsOf(session, fold, offset, ordinals.length);
  return {
    total,
    rows: answer.map((row, at) => {
      const stream = streams[at];
      return stream == null ? row : { ...row, stream };
    }),
  };
}

const withFigures = (row: EventRow, figures: RowFigures | undefined): EventRow =>
  figures === undefined ? row : { ...row, figures };

/** Place of an event in a selection by binary search over display order; the nearest earlier one when it is not in it. */
function positionIn(
  session: Session,
  ordinal: number,
  filterId: number,
): { position: number; exact: boolean; foldedIn: number | null } {
  const fold = session.fold(filterId);
  if (fold?.isSorted) {
    const position = fold.rows.indexOf(ordinal);
    return { position, exact: position >= 0, foldedIn: null };
  }
  if (fold !== null) {
    const { position: place, exact } = positionIn(session, ordinal, fold.of);
    const { position, head } = rowHolding(fold, place);
    return { position, exact, foldedIn: exact && head !== ordinal ? head : null };
  }
  const { order } = session.shown;
  const place = order.indexOf(ordinal);
  const { rows } = session.selection(filterId);
  if (rows === null) return { position: place, exact: place >= 0, foldedIn: null };
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order.indexOf(rows[middle] as number) <= place) low = middle + 1;
    else high = middle;
  }
  const position = low - 1;
  return { position, exact: position >= 0 && rows[position] === ordinal, foldedIn: null };
}

/** Events that are found at a time. */
const MAX_FOUND = 500;

async function find(
  log: RunLog,
  wanted: { readonly eventId?: string; readonly runId?: string; readonly sequence?: number },
): Promise<EventRow | null> {
  const { eventId = null, runId = null, sequence = null } = wanted;
  const ordinal = ordinalOf(log, { eventId, runId, sequence });
  return ordinal === null ? null : ((await log.rows([ordinal]))[0] ?? null);
}

/** By id, else by run and sequence. */
function ordinalOf(log: RunLog, { eventId, runId, sequence }: EventAddress): number | null {
  let ordinal = eventId === null ? -1 : log.findById(eventId);
  if (ordinal < 0 && sequence !== null) ordinal = log.findBySequence(sequence, runId ?? undefined);
  return ordinal < 0 ? null : ordinal;
}

interface HeldTree {
  readonly tree: JsonTree;
  /** Place of the event in its source. */
  readonly base: number;
}

/** The event whose payload is displayed; another one replaces it. */
let held: {
  readonly log: RunLog;
  readonly ordinal: number;
  readonly base: number;
  readonly tree: Promise<HeldTree>;
} | null = null;

function treeOf(log: RunLog, ordinal: number): Promise<HeldTree> {
  const base = log.index.columns.offset[ordinal] ?? 0;
  // A host may write more of an event later: what is shown of it is then elsewhere.
  if (held?.log !== log || held.ordinal !== ordinal || held.base !== base) {
    held = {
      log,
      ordinal,
      base,
      tree: log.read(ordinal).then((bytes) => ({ tree: new JsonTree(bytes), base })),
    };
  }
  return held.tree;
}
