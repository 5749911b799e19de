/** The options of each verb, by the names that it gets them under; their types follow from the tables. */
import type { AghPeer, LintTier, Profile } from '@openwop-inspector/acceptor-core';
import { InvalidArgumentError, Option } from 'commander';
import {
  CA,
  FILTER,
  flag,
  given,
  JSON_OPTION,
  number,
  type OptionsOf,
  text,
  texts,
  UNMASKED,
  WINDOW_TOKENS,
  wholeNumber,
} from '../verb.ts';

/** How literally envelopes are read; null for what the context says. */
const profile = (what: string) =>
  given<Profile | null>(
    null,
    new Option('-p, --profile <profile>', what).choices(['lenient', 'strict', 'reference']),
  );

export const INSPECT = {
  json: JSON_OPTION,
  checks: flag('--no-checks', 'leave payloads alone; faster for large logs'),
};
export type InspectOptions = OptionsOf<typeof INSPECT>;

export const RUNS = {
  failed: flag('--failed', 'only runs that failed'),
  json: JSON_OPTION,
};
export type RunsOptions = OptionsOf<typeof RUNS>;

export const EVENTS = {
  filter: FILTER,
  limit: number(null, '-n, --limit <number>', 'maximum number of rows'),
  offset: number(0, '--offset <number>', 'number of rows to skip at the start'),
  checks: flag('--no-checks', 'do not check payloads for a filter by problem'),
  json: JSON_OPTION,
};
export type EventsOptions = OptionsOf<typeof EVENTS>;

export const EVENT = {
  unmasked: flag('--unmasked', 'print credentials and live tokens as recorded'),
  json: JSON_OPTION,
};
export type EventOptions = OptionsOf<typeof EVENT>;

export const CHAIN = {
  limit: number(null, '-n, --limit <number>', 'maximum number of effects'),
  json: JSON_OPTION,
};
export type ChainOptions = OptionsOf<typeof CHAIN>;

export const STATS = {
  filter: FILTER,
  limit: number(30, '-n, --limit <number>', 'maximum number of types, nodes and steps (default 30)'),
  json: JSON_OPTION,
};
export type StatsOptions = OptionsOf<typeof STATS>;

export const COMPARE = {
  run: texts('--run <id>', 'run to compare; given twice, that of A and that of B'),
  event: text('-e, --event <ref>', 'an event of A, or by its eventId of B, with its counterpart'),
  mask: text('--mask <file>', 'rules for what does not count, as JSON, on top of the built-in ones'),
  limit: number(20, '-n, --limit <number>', 'maximum number of differences and nodes (default 20)'),
  json: JSON_OPTION,
};
export type CompareVerbOptions = OptionsOf<typeof COMPARE>;

export const AUDIT = {
  discovery: text('--discovery <file>', 'the discovery document of the host: its kinds, versions and limits'),
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
};
export type AuditOptions = OptionsOf<typeof AUDIT>;

export const PORTABILITY = {
  hosts: texts('--hosts <path>', 'folder of discovery documents, or one of them; may be given again'),
  context: text('-c, --context <file>', 'additional context, such as the schemas of kinds'),
  unmasked: UNMASKED,
  json: JSON_OPTION,
};
export type PortabilityOptions = OptionsOf<typeof PORTABILITY>;

export const TAINT = {
  limit: number(20, '-n, --limit <number>', 'maximum number of sources, and of places of each (default 20)'),
  json: JSON_OPTION,
};
export type TaintOptions = OptionsOf<typeof TAINT>;

export const SECRETS = {
  canary: texts('--canary <text>', 'a text of your own that must not be in a log; may be given again'),
  canaries: text('--canaries <file>', 'file with such texts, one a line'),
  limit: number(5, '-n, --limit <number>', 'maximum number of events per secret (default 5)'),
  json: JSON_OPTION,
};
export type SecretsOptions = OptionsOf<typeof SECRETS>;

export const EXPORT = {
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
};
export type ExportOptions = OptionsOf<typeof EXPORT>;

export const REPORT = {
  out: text('-o, --out <file>', 'file to write, such as run.html'),
  filter: FILTER,
  run: text('--run <id>', 'run that the report is about; all of the log otherwise'),
  event: texts('-e, --event <ref>', 'event that the report holds whole; may be given again'),
  limit: number(1000, '-n, --limit <number>', 'maximum number of events (default 1000)'),
  force: flag('--force', 'write over a file that is there'),
};
export type ReportOptions = OptionsOf<typeof REPORT>;

export const TAIL = {
  filter: FILTER,
  until: given(
    'terminal',
    new Option('-u, --until <what>', 'terminal, or a type of events that ends it').default('terminal'),
  ),
  tokenEnv: text('--token-env <name>', 'environment variable with the token for this host'),
  keep: text('--keep <file>', 'copy the capture of the session to a file at the end'),
  ca: CA,
  json: flag('--json', 'print one event document a line'),
};
export type TailOptions = OptionsOf<typeof TAIL>;

export const ACCEPT = {
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
};
export type AcceptOptions = OptionsOf<typeof ACCEPT>;

export const DISCOVERY = {
  tokenEnv: text('--token-env <name>', 'environment variable with the token, for a host that requires one'),
  ca: CA,
  save: text(
    '--save <path>',
    'writes the document, as the host sent it; into a folder by the name of the host',
  ),
  force: flag('--force', 'with --save: over a file that is there'),
  json: JSON_OPTION,
};
export type DiscoveryOptions = OptionsOf<typeof DISCOVERY>;

export const VECTORS = {
  known: text('--known <file>', 'vectors believed to be wrong, with reasons; at most 2 %'),
  json: JSON_OPTION,
};
export type VectorsOptions = OptionsOf<typeof VECTORS>;

export const LINT_SCHEMA = {
  tier: given<Exclude<LintTier, 'off'>>(
    'strict',
    new Option('--tier <tier>', 'level of what breaks a rule').choices(['strict', 'warn']).default('strict'),
  ),
  specOwned: flag('--spec-owned', 'a schema of the protocol itself: everything is information'),
  json: JSON_OPTION,
};
export type LintSchemaOptions = OptionsOf<typeof LINT_SCHEMA>;

export const AGH = {
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
};
export type AghOptions = OptionsOf<typeof AGH>;

export const SERVE = {
  port: given<number | null>(
    null,
    new Option('-p, --port <number>', 'port on 127.0.0.1; a free one when absent').argParser(portNumber),
  ),
  tokenEnv: WINDOW_TOKENS,
  ca: CA,
  json: JSON_OPTION,
};
export type ServeOptions = OptionsOf<typeof SERVE>;

export const MCP = {
  timeLimit: number(60, '--time-limit <seconds>', 'stop a call that takes longer (60)'),
};
export type McpOptions = OptionsOf<typeof MCP>;

/** Options of `dispatch` and `gate`. */
export const SIMULATED = { unmasked: UNMASKED, json: JSON_OPTION };
export type SimulatedOptions = OptionsOf<typeof SIMULATED>;

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
    if (at < 0 || channel === '' || peer === '') {
      throw new InvalidArgumentError('It takes channel:peer, with commas between several.');
    }
    return { channel, peer };
  });
}

function portNumber(digits: string): number {
  const port = wholeNumber(digits);
  if (port > 65_535) throw new InvalidArgumentError('A port is at most 65535.');
  return port;
}
