/** Grammar of the verbs that ask the local acceptor, and the help that teaches them. */
import type { AghPeer, Profile } from '@openwop-inspector/acceptor-core';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ExitStatus } from './exit-status.ts';
import type { AcceptOptions } from './verbs/accept.ts';
import type { AghOptions } from './verbs/agh.ts';
import type { LintSchemaOptions } from './verbs/lint-schema.ts';
import type { VectorsOptions } from './verbs/vectors.ts';

export interface AcceptorVerbs {
  accept(file: string, options: AcceptOptions): Promise<ExitStatus>;
  vectors(paths: readonly string[], options: VectorsOptions): Promise<ExitStatus>;
  lintSchema(files: readonly string[], options: LintSchemaOptions): Promise<ExitStatus>;
  agh(file: string, options: AghOptions): Promise<ExitStatus>;
}

type Settle = (status: ExitStatus) => void;

const JSON_OPTION = ['--json', 'print JSON for programs instead of a report'] as const;

export function addAcceptorVerbs(program: Command, verbs: AcceptorVerbs, settle: Settle): void {
  addAccept(program, verbs, settle);
  addVectors(program, verbs, settle);
  addLintSchema(program, verbs, settle);
  addAgh(program, verbs, settle);
}

function addAccept(program: Command, verbs: AcceptorVerbs, settle: Settle): void {
  interface Given {
    json?: true;
    context?: string;
    profile?: Profile;
    whatIf?: true;
    text?: true;
    event?: string;
    unmasked?: true;
  }
  program
    .command('accept')
    .description('what a host would do with an envelope, step by step, and why')
    .argument('<file>', 'an envelope, an array, one a line, model text, or a log; - is standard input')
    .option('-c, --context <file>', 'what is known of host, run and node')
    .addOption(
      new Option('-p, --profile <profile>', 'how literally the text is taken').choices([
        'lenient',
        'strict',
        'reference',
      ]),
    )
    .option('--what-if', 'also what the steps after the deciding one would have said')
    .option('-e, --event <ref>', 'of a log: the envelope at this event, in the context the log tells')
    .addOption(
      new Option('--text', 'take the file for what a model wrote, whatever it looks like').conflicts('event'),
    )
    .option('--unmasked', 'print values that look like credentials')
    .option(...JSON_OPTION)
    .action(async (file: string, given: Given) => {
      settle(
        await verbs.accept(file, {
          json: given.json === true,
          context: given.context ?? null,
          profile: given.profile ?? null,
          whatIf: given.whatIf === true,
          event: given.event ?? null,
          asText: given.text === true,
          unmasked: given.unmasked === true,
        }),
      );
    })
    .addHelpText('after', ACCEPT_EXAMPLES);
}

function addVectors(program: Command, verbs: AcceptorVerbs, settle: Settle): void {
  program
    .command('vectors')
    .description('run vector files: inputs with what must come of them')
    .argument('<paths...>', 'files, and folders whose *.json files are all vectors')
    .option('--known <file>', 'vectors believed to be wrong, with reasons; at most 2 %')
    .option(...JSON_OPTION)
    .action(async (paths: string[], given: { json?: true; known?: string }) => {
      settle(await verbs.vectors(paths, { json: given.json === true, known: given.known ?? null }));
    })
    .addHelpText('after', VECTORS_EXAMPLES);
}

function addLintSchema(program: Command, verbs: AcceptorVerbs, settle: Settle): void {
  program
    .command('lint-schema')
    .description('check payload schemas against what vendors take: variants and the Tier-1 subset')
    .argument('<files...>', 'JSON Schemas; - is standard input')
    .addOption(
      new Option('--tier <tier>', 'level of what breaks a rule')
        .choices(['strict', 'warn'])
        .default('strict'),
    )
    .option('--spec-owned', 'a schema of the protocol itself: everything is information')
    .option(...JSON_OPTION)
    .action(async (files: string[], given: { json?: true; tier: 'strict' | 'warn'; specOwned?: true }) => {
      const { tier, specOwned } = given;
      settle(
        await verbs.lintSchema(files, { json: given.json === true, tier, specOwned: specOwned === true }),
      );
    })
    .addHelpText('after', LINT_EXAMPLES);
}

function addAgh(program: Command, verbs: AcceptorVerbs, settle: Settle): void {
  interface Given {
    json?: true;
    now?: number;
    peers?: readonly AghPeer[];
    context?: string;
    unmasked?: true;
  }
  program
    .command('agh')
    .description('run messages of AGH Network v0 through its acceptor')
    .argument('<file>', 'a message, an array or one a line; - is standard input')
    .option('--now <time>', 'the clock, as Unix seconds or RFC 3339; without it, the newest message', time)
    .option('--peers <list>', 'peers of this side as channel:peer, with commas between', peerList)
    .option('-c, --context <file>', 'the whole context; the options above go before it')
    .option('--unmasked', 'print values that look like credentials')
    .option(...JSON_OPTION)
    .action(async (file: string, given: Given) => {
      const { now = null, peers = [], context = null } = given;
      const unmasked = given.unmasked === true;
      settle(await verbs.agh(file, { json: given.json === true, now, peers, context, unmasked }));
    })
    .addHelpText('after', AGH_EXAMPLES);
}

/** Unix seconds of a text. */
function time(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  const ms = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
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

const ACCEPT_EXAMPLES = `
Examples:
  openwop-inspector accept envelope.json
  openwop-inspector accept envelope.json --context host.json --what-if
  openwop-inspector accept answer.txt --profile strict --json | jq '.results[].outcome'
  openwop-inspector accept run.json          envelopes of a log: in payloads, else of failed events
  openwop-inspector accept run.json --event 216 --context schemas.json

A file that begins with a brace or a bracket is JSON; --text takes it for what a model wrote. The
context is the one of vectors: host, contract, counters, secrets, prior, … An envelope that is
refused makes the status 1.
`;

const VECTORS_EXAMPLES = `
Examples:
  openwop-inspector vectors vectors/
  openwop-inspector vectors vectors/ --known known.json
  openwop-inspector vectors mine.json --json | jq '.failed[].id'

A field that is not known refuses the whole run with status 2, so that a typo cannot pass. Forms
that nothing answers yet are counted apart, neither as passed nor as failed.
`;

const LINT_EXAMPLES = `
Examples:
  openwop-inspector lint-schema payload.schema.json
  openwop-inspector lint-schema schemas/*.json --tier warn
  openwop-inspector lint-schema payload.schema.json --json | jq '.findings[].rule'
`;

const AGH_EXAMPLES = `
Examples:
  openwop-inspector agh messages.ndjson
  openwop-inspector agh messages.json --now 1776366005 --peers builders:reviewer,builders:planner
  openwop-inspector agh messages.json --now 2026-04-16T19:00:05Z --json | jq '.results[].status'

Without --now nothing in a recording is too old: the clock stands at its newest message so far.
`;
