/** The options of each verb, by the names that it gets them under; their types follow from the table. */
import type { AghPeer, LintTier, Profile } from '@openwop-inspector/acceptor-core';
import { isVariableName } from '@openwop-inspector/base';
import { InvalidArgumentError, Option } from 'commander';

/** How an option is written, and the value where it is not given. */
export interface VerbOption<T> {
  readonly option: Option;
  readonly absent: T;
}

/** An option that needs more than its text; `absent` is the value where it is not given. */
const given = <T>(absent: T, option: Option): VerbOption<T> => ({ option, absent });

/** An option that is there or not; `--no-x` is true where it is absent. */
const flag = (written: string, what: string): VerbOption<boolean> =>
  given<boolean>(false, new Option(written, what));

/** An option with a text; null where it is absent. */
const text = (written: string, what: string): VerbOption<string | null> =>
  given<string | null>(null, new Option(written, what));

/** An option with a text that may be given again; an empty list where it is absent. */
const texts = (written: string, what: string): VerbOption<readonly string[]> =>
  given<readonly string[]>(
    [],
    new Option(written, what).argParser((one, others: readonly string[] | undefined) => [
      ...(others ?? []),
      one,
    ]),
  );

/** An option with a whole number, 0 or more. */
const number = <T extends number | null>(absent: T, written: string, what: string) =>
  given<number | T>(absent, new Option(written, what).argParser(wholeNumber));

const limit = <T extends number | null>(absent: T, what: string) =>
  number(absent, '-n, --limit <number>', what);

// Options that several verbs take.
const JSON_OPTION = flag('--json', 'print JSON for programs instead of a report');
const FILTER = text('-f, --filter <filter>', 'only events that match');
/** Prints values that look like credentials (security S-20). */
const UNMASKED = flag('--unmasked', 'print values that look like credentials');
/** File with a certificate authority. */
const CA = text(
  '--ca <file>',
  'certificates (PEM) of an authority that hosts may use besides the public ones',
);
/** Names of environment variables that the window may choose as tokens of hosts. */
const WINDOW_TOKENS = given<readonly string[]>(
  [],
  new Option(
    '--token-env <name>',
    'environment variable that the window may send as the token of a host; may be given again',
  )
    .default([])
    .argParser(variableName),
);
export const UNPACK_LIMIT = given<number | null>(
  null,
  new Option('--unpack-limit <size>', 'let a packed file unpack to so much: 4GB, 500MB').argParser(byteSize),
);
export const MEMORY = given<number | null>(
  null,
  new Option(
    '--memory <size>',
    'let a log take so much memory: 8GB; a quarter of the machine unless given',
  ).argParser(byteSize),
);

const SIMULATED = { unmasked: UNMASKED, json: JSON_OPTION };

/** How literally envelopes are read; null for what the context says. */
const profile = (what: string) =>
  given<Profile | null>(
    null,
    new Option('-p, --profile <profile>', what).choices(['lenient', 'strict', 'reference']),
  );

/** By verb, in the order of the help. */
export const OPTIONS = {
  inspect: { json: JSON_OPTION, checks: flag('--no-checks', 'leave payloads alone; faster for large logs') },
  runs: { failed: flag('--failed', 'only runs that failed'), json: JSON_OPTION },
  events: {
    filter: FILTER,
    limit: limit(null, 'maximum number of rows'),
    offset: number(0, '--offset <number>', 'number of rows to skip at the start'),
    checks: flag('--no-checks', 'do not check payloads for a filter by problem'),
    json: JSON_OPTION,
  },
  event: { unmasked: flag('--unmasked', 'print credentials and live tokens as recorded'), json: JSON_OPTION },
  chain: { limit: limit(null, 'maximum number of effects'), json: JSON_OPTION },
  stats: {
    filter: FILTER,
    limit: limit(30, 'maximum number of types, nodes and steps (default 30)'),
    json: JSON_OPTION,
  },
  compare: {
    run: texts('--run <id>', 'run to compare; given twice, that of A and that of B'),
    event: text('-e, --event <ref>', 'an event of A, or by its eventId of B, with its counterpart'),
    mask: text('--mask <file>', 'rules for what does not count, as JSON, on top of the built-in ones'),
    limit: limit(20, 'maximum number of differences and nodes (default 20)'),
    json: JSON_OPTION,
  },
  audit: {
    discovery: text(
      '--discovery <file>',
      'the discovery document of the host: its kinds, versions and limits',
    ),
    context: text('-c, --context <file>', 'what else is known of the host, such as its schemas'),
    profile: profile('how literally envelopes are read (lenient)'),
    baseline: text('--baseline <file>', 'findings that are known, which do not count'),
    writeBaseline: text('--write-baseline <file>', 'writes all findings as a baseline'),
    sarif: text('--sarif <file>', 'also writes SARIF 2.1.0; - is standard output'),
    junit: text('--junit <file>', 'also writes JUnit XML'),
    markdown: text('--markdown <file>', 'also writes a report for the people who build the host'),
    force: flag('--force', 'writes over files that are there'),
    unmasked: UNMASKED,
    json: JSON_OPTION,
  },
  portability: {
    hosts: texts('--hosts <path>', 'folder of discovery documents, or one of them; may be given again'),
    context: text('-c, --context <file>', 'additional context, such as the schemas of kinds'),
    unmasked: UNMASKED,
    json: JSON_OPTION,
  },
  taint: {
    limit: limit(20, 'maximum number of sources, and of places of each (default 20)'),
    json: JSON_OPTION,
  },
  secrets: {
    canary: texts('--canary <text>', 'a text of your own that must not be in a log; may be given again'),
    canaries: text('--canaries <file>', 'file with such texts, one a line'),
    limit: limit(5, 'maximum number of events per secret (default 5)'),
    json: JSON_OPTION,
  },
  export: {
    format: given<'parquet' | 'otlp-json' | 'ndjson' | null>(
      null,
      new Option(
        '--format <format>',
        'form of the file; ndjson for names that end in .ndjson or .jsonl, else parquet',
      ).choices(['parquet', 'ndjson', 'otlp-json']),
    ),
    out: text('-o, --out <file>', 'file to write; - is standard output'),
    filter: FILTER,
    allowLeak: texts(
      '--allow-leak <place>',
      'EVENTID:POINTER of NDJSON that may keep what looks like a secret; may be given again',
    ),
    force: flag('--force', 'write over a file that is there'),
    json: JSON_OPTION,
  },
  report: {
    out: text('-o, --out <file>', 'file to write, such as run.html'),
    filter: FILTER,
    run: text('--run <id>', 'run that the report is about; all of the log otherwise'),
    event: texts('-e, --event <ref>', 'event that the report holds whole; may be given again'),
    limit: limit(1000, 'maximum number of events (default 1000)'),
    force: flag('--force', 'write over a file that is there'),
  },
  tail: {
    filter: FILTER,
    until: given(
      'terminal',
      new Option('-u, --until <what>', 'terminal, or a type of events that ends it').default('terminal'),
    ),
    tokenEnv: text('--token-env <name>', 'environment variable with the token for this host'),
    keep: text('--keep <file>', 'copy the capture of the session to a file at the end'),
    ca: CA,
    json: flag('--json', 'print one event document a line'),
  },
  accept: {
    context: text('-c, --context <file>', 'what is known of host, run and node'),
    profile: profile('how literally the text is taken'),
    whatIf: flag('--what-if', 'also what the steps after the deciding one would have said'),
    fix: flag('--fix', 'also the smallest change after which a refused envelope is accepted'),
    write: text('-w, --write <file>', 'with --fix: writes the repaired envelope of a file that holds one'),
    force: flag('--force', 'with --write: over a file that is there'),
    event: text('-e, --event <ref>', 'of a log: the envelope at this event, in the context of the log'),
    asText: given<boolean>(
      false,
      new Option('--text', 'take the file for what a model wrote, whatever it looks like').conflicts('event'),
    ),
    unmasked: UNMASKED,
    json: JSON_OPTION,
  },
  discovery: {
    tokenEnv: text('--token-env <name>', 'environment variable with the token, for a host that requires one'),
    ca: CA,
    save: text(
      '--save <path>',
      'writes the document, as the host sent it; into a folder by the name of the host',
    ),
    force: flag('--force', 'with --save: over a file that is there'),
    json: JSON_OPTION,
  },
  vectors: {
    known: text('--known <file>', 'vectors believed to be wrong, with reasons; at most 2 %'),
    json: JSON_OPTION,
  },
  'lint-schema': {
    tier: given<Exclude<LintTier, 'off'>>(
      'strict',
      new Option('--tier <tier>', 'level of what breaks a rule')
        .choices(['strict', 'warn'])
        .default('strict'),
    ),
    specOwned: flag('--spec-owned', 'a schema of the protocol itself: everything is information'),
    json: JSON_OPTION,
  },
  agh: {
    now: given<number | null>(
      null,
      new Option(
        '--now <time>',
        'the clock, as Unix seconds or RFC 3339; without it, the newest message',
      ).argParser(time),
    ),
    peers: given<readonly AghPeer[]>(
      [],
      new Option('--peers <list>', 'peers of this side as channel:peer, with commas between').argParser(
        peerList,
      ),
    ),
    context: text('-c, --context <file>', 'the whole context; the options above go before it'),
    unmasked: UNMASKED,
    json: JSON_OPTION,
  },
  serve: {
    port: given<number | null>(
      null,
      new Option('-p, --port <number>', 'port on 127.0.0.1; a free one when absent').argParser(portNumber),
    ),
    tokenEnv: WINDOW_TOKENS,
    ca: CA,
    json: JSON_OPTION,
  },
  mcp: { timeLimit: number(60, '--time-limit <seconds>', 'stop a call that takes longer (60)') },
  dispatch: SIMULATED,
  gate: SIMULATED,
  clause: { json: JSON_OPTION },
  open: { tokenEnv: WINDOW_TOKENS },
};

export type VerbName = keyof typeof OPTIONS;

/** The options of a verb as it gets them. */
export type Options<Name extends VerbName> = {
  readonly [Option in keyof (typeof OPTIONS)[Name]]: (typeof OPTIONS)[Name][Option] extends VerbOption<
    infer T
  >
    ? T
    : never;
};

function variableName(name: string, others: readonly string[]): readonly string[] {
  if (!isVariableName(name))
    throw new InvalidArgumentError('It takes the name of a variable, as OPENWOP_TOKEN.');
  return [...others, name];
}

/** "1282". */
export function wholeNumber(digits: string): number {
  if (!/^\d{1,15}$/.test(digits)) throw new InvalidArgumentError('It takes a whole number, 0 or more.');
  return Number(digits);
}

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };

/** "4GB", "500 MiB", "1000": bytes, in powers of 1,024. */
export function byteSize(size: string): number {
  const [, digits, unit] = /^(\d{1,15})\s*([KMGT]?)(?:i?B)?$/i.exec(size.trim()) ?? [];
  if (digits === undefined) throw new InvalidArgumentError('It takes a size: 4GB, 500MB.');
  return Number(digits) * (UNITS[(unit ?? '').toUpperCase()] ?? 1);
}

/** Unix seconds of a text. */
function time(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  const day = /^(\d{4}-\d\d-\d\d)T[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.exec(text)?.[1];
  // Dates take the 30th of February as a day in March.
  const isDay = day !== undefined && new Date(day).toJSON()?.startsWith(day) === true;
  const ms = isDay ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new InvalidArgumentError('It takes Unix seconds or 2026-05-18T10:00:00Z.');
  return Math.floor(ms / 1000);
}

function peerList(text: string): readonly AghPeer[] {
  return text.split(',').map((entry) => {
    const at = entry.indexOf(':');
    const [channel, peer] = [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
    if (at < 0 || channel === '' || peer === '')
      throw new InvalidArgumentError('It takes channel:peer, with commas between several.');
    return { channel, peer };
  });
}

function portNumber(digits: string): number {
  const port = wholeNumber(digits);
  if (port > 65_535) throw new InvalidArgumentError('A port is at most 65535.');
  return port;
}
