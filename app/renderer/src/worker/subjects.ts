/** What the window renders of one event: each envelope that it contains or belongs to, then the event itself. */
import { childAt } from '@openwop-inspector/base';
import type {
  EnvelopeSubject,
  EventSubject,
  RenderSubject,
  SubjectTrust,
} from '@openwop-inspector/renderers';
import { chooseRendering, type Rendering } from '@openwop-inspector/renderers/model';
import { type FoundEnvelope, type RunLog, trustOf } from '@openwop-inspector/run-log';
import { type SubjectsTarget, subjectKey, targetName } from '../model/subject-place.ts';
import { handOver } from './hand-over.ts';
import { documentsOf, type EventDocument } from './subject-documents.ts';

/** Texts over this many UTF-16 units are fetched on demand. */
const MAX_TEXT = 2 * 1024 * 1024;

/** What is rendered of an event or an attempt: envelopes, then the event itself. Empty when nothing is loaded. */
export interface SubjectsAnswer {
  /** Name of the target (model/subject-place.ts). */
  readonly of: string;
  readonly subjects: readonly RenderSubject[];
}

/** The subjects of an event or an attempt. How each is displayed is decided here, over the whole document. */
export async function subjectsOf(
  log: RunLog,
  { sessionId, ...target }: SubjectsTarget & { readonly sessionId: string },
): Promise<SubjectsAnswer> {
  const { found, event } = await documentsOf(log, target);
  const trust = event === null ? UNMARKED : await eventTrust(log, target.ordinal);
  const key = (place: number | null): string => subjectKey({ sessionId, ...target, place });
  const subjects: RenderSubject[] = found.map((one, place) => envelopeSubject(one, key(place), trust));
  if (event !== null) subjects.push(eventSubject(event, key(null), trust));
  return { of: targetName(target), subjects };
}

const UNMARKED: SubjectTrust = { level: 'unmarked', source: null };

async function eventTrust(log: RunLog, ordinal: number): Promise<SubjectTrust> {
  const { level, source } = await trustOf(log, ordinal);
  return { level, source };
}

function envelopeSubject(found: FoundEnvelope, key: string, trust: SubjectTrust): EnvelopeSubject {
  const document = documentOf(found);
  const rendering = chooseRendering(document);
  const base64 = rendering.media === null ? {} : { leave: new Set(['/payload/base64']) };
  return {
    kind: 'envelope',
    key,
    type: typeOf(document),
    ...handOver(document, { ...base64, keepLong: rendering.renderer === 'a2ui' }),
    trust: withOwnTrust(document, trust),
    rendering: lightened(rendering),
    foundIn: found.foundIn,
    interrupt: found.interrupt,
  };
}

/** What could not be read as an envelope is the searched text. */
export function documentOf({ value, text }: FoundEnvelope): unknown {
  return value ?? text;
}

function lightened(rendering: Rendering): Rendering {
  const { text, textPointer } = rendering;
  const isLong = text !== null && textPointer !== null && text.length > MAX_TEXT;
  return isLong ? { ...rendering, text: null } : rendering;
}

function eventSubject(
  { row, value, isWhole }: EventDocument,
  key: string,
  trust: SubjectTrust,
): EventSubject {
  const handed = handOver(value);
  const tooLarge = handed.tooLarge || !isWhole;
  return { kind: 'event', key, type: row.type, nodeId: row.nodeId, ...handed, tooLarge, trust };
}

/** An envelope may say more of its trust than its event does; untrusted is never revoked. */
function withOwnTrust(document: unknown, trust: SubjectTrust): SubjectTrust {
  if (trust.level === 'untrusted') return trust;
  const stated = childAt(childAt(document, 'meta'), 'contentTrust');
  if (stated === 'untrusted') return { level: 'untrusted', source: null };
  return stated === 'trusted' ? { level: 'trusted', source: null } : trust;
}

function typeOf(document: unknown): string {
  const type = childAt(document, 'type');
  return typeof type === 'string' ? type : '';
}
