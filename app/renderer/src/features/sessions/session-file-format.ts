/** The head of a session file: the user's data about a log, as one line of JSON. Pure. */
import { type AcceptContext, readAcceptContext } from '@openwop-inspector/acceptor-core';
import {
  aBoolean,
  aCount,
  anything,
  arrayOf,
  aString,
  isRecord,
  listOr,
  masker,
  member,
  objectOf,
  oneOf,
  orNull,
  ownString,
  parsedJson,
  problemsOfShape,
  recordOf,
  type Shape,
} from '@openwop-inspector/base';
import { type EventAddress, readViewLink, type ViewLink, writeViewLink } from '../../shared/view-link.ts';
import {
  type ColourRule,
  isFilterText,
  MARKS,
  MAX_FILTER_LENGTH,
  MAX_FILTERS,
  MAX_RULES,
  readRules,
} from '../filter/filter-file.ts';
import { aListOfNotes, type Note, notesOf, placedText, textTo, writtenNotes } from '../notes/notes.ts';

const FORM = 'openwop-inspector-session/1';
/** Maximum length of a name, text of rules and text of a trial, in UTF-16 units. */
const LONGEST_NAME = 4096;
const LONGEST_RULES = 64 * 1024;
const LONGEST_TRIAL = 4 * 1024 * 1024;

/** The log of a session file, as it was when the file was saved. */
type LogOfSession = ReturnType<typeof logOf>;

/** State of the acceptor's bench. */
export interface SavedTrial {
  readonly text: string;
  /** Without secrets. */
  readonly context: AcceptContext;
  /** The event of the envelope; null for one from a file. */
  readonly event: EventAddress | null;
}

export interface SessionFileHead {
  readonly log: LogOfSession;
  /** Fields of the view link; without a file. */
  readonly view: ViewLink;
  readonly filters: readonly string[];
  /** Colouring rules; a file of an older version has none. */
  readonly colours: readonly ColourRule[];
  readonly notes: readonly Note[];
  /** Rules of a comparison as typed; empty for the default ones. */
  readonly rules: string;
  readonly trial: SavedTrial | null;
}

type ReadHead =
  | { readonly kind: 'head'; readonly head: SessionFileHead }
  | { readonly kind: 'wrong'; readonly message: string };

/** The head as one line, without the line break. Not masked. */
export function writeSessionHead(
  { log, view, filters, colours, notes, rules, trial }: SessionFileHead,
  writtenAtMs: number,
): string {
  return JSON.stringify({
    form: FORM,
    writtenAt: new Date(writtenAtMs).toISOString(),
    log,
    view: Object.fromEntries(new URLSearchParams(writeViewLink(withoutFile(view)))),
    filters,
    // A version without rules reads a head that has none.
    ...(colours.length === 0 ? {} : { colours }),
    notes: writtenNotes(notes),
    rules,
    trial: trial === null ? null : { ...trial, event: addressFields(trial.event) },
  });
}

/** An address of another machine is useless, and may reveal information about it. */
const withoutFile = (view: ViewLink): ViewLink => ({ ...view, file: null, name: null, recent: null });

/** Fields of an address, named as in the part after `#`. */
function addressFields(event: EventAddress | null): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(writeViewLink({ ...readViewLink(''), event })));
}

/**
 * Reads the head of a session file. The first error is reported with its pointer, and nothing is loaded then. Text that
 * looks like a secret is masked.
 */
export function readSessionHead(text: string): ReadHead {
  const value = parsedJson(text);
  if (value === undefined) return { kind: 'wrong', message: 'Its first line is not JSON' };
  if (!isRecord(value)) return { kind: 'wrong', message: 'Its first line is no object' };
  if (value.form !== FORM)
    return { kind: 'wrong', message: `/form: this takes ${FORM}; another version may have written it` };
  const [problem] = problemsOfShape(HEAD, value);
  if (problem !== undefined) return { kind: 'wrong', message: placedText(problem) };
  const trial = trialOf(value.trial);
  if (typeof trial === 'string') return { kind: 'wrong', message: trial };
  return {
    kind: 'head',
    head: {
      log: logOf(value.log),
      view: linkOf(value.view),
      filters: listOr(value.filters).filter(isFilterText),
      colours: readRules(value.colours),
      notes: notesOf(value.notes),
      rules: ownString(value, 'rules') ?? '',
      trial,
    },
  };
}

const aListOfFilters: Shape = (value, pointer, problems) => {
  if (!Array.isArray(value)) problems.push({ pointer, message: 'This takes an array.' });
  else if (value.length > MAX_FILTERS)
    problems.push({ pointer, message: `This takes at most ${MAX_FILTERS} filters.` });
};

const A_RULE = objectOf({ filter: textTo(MAX_FILTER_LENGTH), mark: oneOf(MARKS), isOn: aBoolean }, [
  'filter',
  'mark',
]);

const aListOfRules: Shape = (value, pointer, problems) => {
  if (Array.isArray(value) && value.length > MAX_RULES)
    problems.push({ pointer, message: `This takes at most ${MAX_RULES} rules.` });
  else arrayOf(A_RULE)(value, pointer, problems);
};

/** Fields of an address; unknown ones are omitted when they are read. */
const anAddress = recordOf(textTo(LONGEST_NAME));

/** An object that needs all of its members. */
const completeOf = (members: Readonly<Record<string, Shape>>): Shape =>
  objectOf(members, Object.keys(members));

const HEAD = objectOf(
  {
    form: aString,
    writtenAt: textTo(40),
    log: completeOf({ name: textTo(LONGEST_NAME), sizeBytes: aCount, events: aCount }),
    view: anAddress,
    filters: aListOfFilters,
    colours: aListOfRules,
    notes: aListOfNotes,
    rules: textTo(LONGEST_RULES),
    trial: orNull(completeOf({ text: textTo(LONGEST_TRIAL), context: anything, event: anAddress })),
  },
  ['form', 'log'],
);

function logOf(value: unknown) {
  const name = masker.text(ownString(value, 'name') ?? '');
  return { name, sizeBytes: Number(member(value, 'sizeBytes')), events: Number(member(value, 'events')) };
}

/** A view link from its fields; `readViewLink` accepts the same as from an address. */
function linkOf(value: unknown): ViewLink {
  const fields = isRecord(value) ? Object.entries(value) : [];
  const texts = fields.flatMap(([name, one]) => (typeof one === 'string' ? [[name, one]] : []));
  return withoutFile(readViewLink(new URLSearchParams(texts).toString()));
}

function trialOf(value: unknown): SavedTrial | null | string {
  if (!isRecord(value) || typeof value.text !== 'string') return null;
  const context = readAcceptContext(value.context);
  if (!context.ok) return '/trial/context: this is no context of the acceptor';
  const { secrets: _never, ...rest } = context.context;
  return { text: value.text, context: rest, event: linkOf(value.event).event };
}
