/** New input of a model for an attempt, from the attempt's events in the log. */
import { isRecord, type JsonObject, type MaskedText, masker, ownString } from '@openwop-inspector/base';
import {
  DEFAULT_RULES,
  eventDifference,
  type TextPiece,
  textDifference,
  type ValueDifference,
} from '@openwop-inspector/compare';
import { attemptInputs, type RunLog, readEventDocument } from '@openwop-inspector/run-log';

/** Sorts of events that record a model's input. */
export type InputSort = 'prompt' | 'sources' | 'substitution' | 'model';

/** Two texts of a prompt as one, by their member. */
export interface TextChange {
  readonly pointer: string;
  readonly pieces: readonly (TextPiece & { readonly text: MaskedText })[];
}

/** One sort of event of two attempts. */
export interface InputChange {
  readonly sort: InputSort;
  /** Sequences of the events of the attempt before and of this one. */
  readonly from: number | null;
  readonly to: number | null;
  /** `missing`: the log has no such event of one of the two, or none could be read. */
  readonly kind: 'same' | 'changed' | 'missing';
  readonly values: readonly ValueDifference[];
  readonly texts: readonly TextChange[];
  /** True when the prompts differ and the log has only a digest of them, no text. */
  readonly isDigestAlone: boolean;
}

/** What an attempt was given that the one before was not. */
export interface AttemptChange {
  /** Ordinal of the attempt's event. */
  readonly attempt: number;
  /** The prompt always; the others where the log has an event of either attempt. */
  readonly inputs: readonly InputChange[];
}

const MAX_ATTEMPTS = 64;
/** Members of a prompt that are texts. */
const TEXTS = ['systemPrompt', 'userPrompt', 'composed'] as const;
/** What a call was made with; tokens and costs are what came of it. */
const PARAMETERS: readonly string[] = ['/payload/provider', '/payload/model'];
const SORTS: readonly InputSort[] = ['prompt', 'sources', 'substitution', 'model'];

/** One change for each attempt but the first. O(events between them, and bytes of those that are compared). */
export async function attemptChanges(log: RunLog, attempts: readonly number[]) {
  const loaded = attempts.slice(0, MAX_ATTEMPTS).filter((row) => log.order.indexOf(row) >= 0);
  const inputs = attemptInputs(log, loaded);
  const changes: AttemptChange[] = [];
  for (const [at, attempt] of loaded.entries()) {
    const [before, now] = [inputs[at - 1], inputs[at]];
    if (before === undefined || now === undefined) continue;
    const reported: InputChange[] = [];
    for (const sort of SORTS)
      if (sort === 'prompt' || before[sort] >= 0 || now[sort] >= 0)
        reported.push(await changeOf(log, sort, before[sort], now[sort]));
    changes.push({ attempt, inputs: reported });
  }
  return changes;
}

async function changeOf(log: RunLog, sort: InputSort, from: number, to: number): Promise<InputChange> {
  const about = {
    sort,
    from: from < 0 ? null : log.index.sequenceOf(from),
    to: to < 0 ? null : log.index.sequenceOf(to),
  };
  const nothing = { ...about, values: [], texts: [], isDigestAlone: false };
  if (from < 0 || to < 0) return { ...nothing, kind: 'missing' };
  const [before, after] = [await payloadOf(log, from), await payloadOf(log, to)];
  if (before === null || after === null) return { ...nothing, kind: 'missing' };
  const { list } = await eventDifference({ log, ordinal: from }, { log, ordinal: to }, DEFAULT_RULES);
  const texts = sort === 'prompt' ? textChanges(before, after) : [];
  const values = list.filter(({ pointer }) => {
    if (sort === 'model') return PARAMETERS.includes(pointer);
    if (pointer === '/payload/hash') return texts.length === 0;
    return pointer.startsWith('/payload/') && !texts.some((one) => one.pointer === pointer);
  });
  const isSame = values.length === 0 && texts.length === 0;
  const isDigestAlone = texts.length === 0 && values.some(({ pointer }) => pointer === '/payload/hash');
  return { ...about, kind: isSame ? 'same' : 'changed', values, texts, isDigestAlone };
}

/** Masked before they are compared, so that no piece shows a part of what was masked. */
function textChanges(before: JsonObject, after: JsonObject): readonly TextChange[] {
  return TEXTS.flatMap((name) => {
    const [a, b] = [ownString(before, name), ownString(after, name)];
    if (a === null || b === null || a === b) return [];
    const pieces = textDifference(masker.text(a), masker.text(b)).map((piece) => ({
      ...piece,
      text: masker.text(piece.text),
    }));
    return pieces.length === 0 ? [] : [{ pointer: `/payload/${name}`, pieces }];
  });
}

/** Null for an event that cannot be read, or has no payload. */
async function payloadOf(log: RunLog, row: number): Promise<JsonObject | null> {
  const payload = readEventDocument(await log.read(row))?.payload ?? null;
  return isRecord(payload) ? payload : null;
}
