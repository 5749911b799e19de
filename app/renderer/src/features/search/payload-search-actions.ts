import { errorText, formatCount } from '@openwop-inspector/base';
import { announce } from '@openwop-inspector/ui';
import {
  adjacentHitRow,
  hitRowAt,
  hitText,
  layOutHits,
  numberOfHit,
  rowOfHit,
  withFound,
} from '../../shared/grouped-rows.ts';
import { showHint } from '../../shared/hint-store.ts';
import { askWorker, stopJob } from '../../worker/client.ts';
import type { PayloadAnswer } from '../../worker/search-job.ts';
import { askForValue } from '../detail/selected-value.ts';
import { visibleList } from '../sessions/list-controller.ts';
import { jump } from '../sessions/travel.ts';
import { changeView, selectEvent } from '../sessions/view-store.ts';
import { changePayloadSearch, type PayloadSearchQuestion, payloadSearchOf } from './payload-search-store.ts';

/** What had the focus when the search was opened. */
let cameFrom: Element | null = null;

/** Opens the search; its field takes the focus when it comes. */
export function openPayloadSearch(sessionId: string): void {
  cameFrom = document.activeElement;
  changePayloadSearch(sessionId, { isOpen: true, takesFocus: true });
}

/** True once after each opening. */
export function mayTakeFocus(sessionId: string): boolean {
  const { takesFocus } = payloadSearchOf(sessionId);
  if (takesFocus) changePayloadSearch(sessionId, { takesFocus: false });
  return takesFocus;
}

/** Closes the search, and gives the focus back to what had it. Hits stay for F3. */
export function closePayloadSearch(sessionId: string): void {
  stopJob('stopPayloadSearch', sessionId);
  changePayloadSearch(sessionId, { isOpen: false });
  const before = cameFrom instanceof HTMLElement && cameFrom !== document.body ? cameFrom : null;
  cameFrom = null;
  if (before?.isConnected) before.focus();
  if (before === null || document.activeElement !== before) visibleList()?.focus();
}

/** Searches, in place of a search that is under way. `events`: number of events in the views. */
export async function searchPayloads(sessionId: string, question: PayloadSearchQuestion, events: number) {
  const before = payloadSearchOf(sessionId);
  const requestId = before.requestId + 1;
  if (question.text === '') {
    stopJob('stopPayloadSearch', sessionId);
    const nothing = { isPending: false, answer: null, events: [], current: null } as const;
    return changePayloadSearch(sessionId, { ...nothing, question, requestId });
  }
  changePayloadSearch(sessionId, { question, requestId, searchedEvents: events, isPending: true });
  try {
    const { text, filter } = question;
    const answer = await askWorker('searchPayloads', { sessionId, text, filter }, undefined, (part) =>
      take(sessionId, requestId, part, 'running'),
    );
    take(sessionId, requestId, answer, answer.isStopped ? 'stopped' : 'done');
  } catch (error) {
    if (payloadSearchOf(sessionId).requestId !== requestId) return;
    const reason = errorText(error);
    changePayloadSearch(sessionId, { isPending: false, events: [], answer: { kind: 'failed', reason } });
  }
}

/** Whether two questions are one. */
export function isSameQuestion(a: PayloadSearchQuestion | null, b: PayloadSearchQuestion): boolean {
  return a?.text === b.text && a.filter === b.filter && a.run === b.run;
}

/** Adds what was found to what is listed; the first answer to a question takes the place of what was there. */
function take(
  sessionId: string,
  requested: number,
  { found, error, hits, inEvents, done, of }: PayloadAnswer,
  state: 'running' | 'stopped' | 'done',
): void {
  const { requestId: newest, isPending, events } = payloadSearchOf(sessionId);
  if (newest !== requested) return;
  const answer =
    error === null
      ? ({ kind: 'found', hits, inEvents, done, of, state } as const)
      : ({ kind: 'wrong', ...error } as const);
  changePayloadSearch(sessionId, {
    isPending: false,
    answer,
    events: withFound(isPending ? [] : events, found),
    ...(isPending ? { current: null } : {}),
  });
  if (answer.kind === 'found' && state !== 'running') announce(hitText(answer));
}

/** Repeats the last search: events have come since, or it was stopped. */
export function searchAgain(sessionId: string): void {
  // The drawer runs a search without an answer.
  changePayloadSearch(sessionId, { question: null });
}

/** Whether there are hits to go to. */
export const hasHits = (sessionId: string): boolean => payloadSearchOf(sessionId).events.length > 0;

/** Selects the event of a hit and shows the member in its payload; of the header of an event, its first hit. */
export function showHit(sessionId: string, row: number, takesFocus = false): void {
  const list = layOutHits(payloadSearchOf(sessionId).events);
  const found = hitRowAt(list, row);
  if (found === null) return;
  const { event, at } = found;
  const hit = found.hit ?? event.hits[0];
  const { ordinal } = event;
  changePayloadSearch(sessionId, { current: { ordinal, at } });
  selectEvent(sessionId, ordinal);
  changeView(sessionId, { tab: 'payload' });
  if (hit !== undefined) askForValue({ sessionId, ordinal, pointer: hit.pointer, takesFocus });
}

/** Goes to the next or previous hit that is listed, round the ends. */
export function stepHit(sessionId: string, direction: 1 | -1): void {
  const { events, current } = payloadSearchOf(sessionId);
  const list = layOutHits(events);
  const before = rowOfHit(list, current);
  const row = adjacentHitRow(list, before, direction);
  if (row < 0) return;
  jump(() => showHit(sessionId, row));
  const isRound = before >= 0 && (direction === 1 ? row <= before : row >= before);
  const round = direction === 1 ? ', from the first again' : ', from the last again';
  showHint(
    `Hit ${formatCount(numberOfHit(list, row))} of ${formatCount(list.listed)}${isRound ? round : ''}`,
  );
}
