import type { AghPeer, LintTier, Profile } from '@openwop-inspector/acceptor-core';
import { InvalidArgumentError, Option } from 'commander';
import { CA, FILTER, flag, given, JSON_OPTION, text, UNMASKED, type Verb, verb } from '../verb.ts';

/** Verbs that ask a live host, and verbs that run what a host would: acceptor, dispatch, gate and lints. */
export const HOST_VERBS: readonly Verb[] = [
  verb({
    name: 'tail',
    description: 'follow a run of a live host, an event a line as it comes',
    arguments: [
      ['<host>', 'base URL, URL of a run or of its events'],
      ['[run]', 'runId, unless the URL names it'],
    ],
    options: {
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
    examples: `
Examples:
  openwop-inspector tail http://127.0.0.1:3801 r1 --token-env HOST_KEY
  openwop-inspector tail http://127.0.0.1:3801/v1/runs/r1 --filter 'type:node.*'
  openwop-inspector tail http://127.0.0.1:3801 r1 --until interrupt.requested --json | jq .payload

The stream is resumed when it breaks, and what it left out is fetched from the JSON log. The token is read
from the variable and sent to this host alone. Exit status: 0 the run completed or the event of --until
came, 1 the run failed or was cancelled, 2 it could not be followed.
`,
    run: async ([host, runId], options, means) =>
      (await import('../verbs/tail.ts')).tailFromInstallation(host, runId, options, means),
  }),
  verb({
    name: 'accept',
    description: 'what a host would do with an envelope, step by step, and why',
    arguments: [['<file>', 'an envelope, an array, one a line, model text, or a log; - is standard input']],
    options: {
      context: text('-c, --context <file>', 'what is known of host, run and node'),
      profile: given<Profile | null>(
        null,
        new Option('-p, --profile <profile>', 'how literally the text is taken').choices([
          'lenient',
          'strict',
          'reference',
        ]),
      ),
      whatIf: flag('--what-if', 'also what the steps after the deciding one would have said'),
      fix: flag('--fix', 'also the smallest change after which a refused envelope is accepted'),
      write: text('-w, --write <file>', 'with --fix: writes the repaired envelope of a file that holds one'),
      force: flag('--force', 'with --write: over a file that is there'),
      event: text('-e, --event <ref>', 'of a log: the envelope at this event, in the context of the log'),
      asText: given<boolean>(
        false,
        new Option('--text', 'take the file for what a model wrote, whatever it looks like').conflicts(
          'event',
        ),
      ),
      unmasked: UNMASKED,
      json: JSON_OPTION,
    },
    examples: `
Examples:
  openwop-inspector accept envelope.json
  openwop-inspector accept envelope.json --context host.json --what-if
  openwop-inspector accept envelope.json --context host.json --fix --write repaired.json
  openwop-inspector accept answer.txt --profile strict --json | jq '.results[].outcome'
  openwop-inspector accept run.json          envelopes of a log: in payloads, else of failed events
  openwop-inspector accept run.json --event 216 --context schemas.json

A file that begins with a brace or a bracket is JSON; --text takes it for what a model wrote. The
context is the one of vectors: host, contract, counters, secrets, prior, … An envelope that is
refused makes the status 1.
`,
    readsLogs: true,
    run: async ([file], options, means) => (await import('../verbs/accept.ts')).accept(file, options, means),
  }),
  verb({
    name: 'discovery',
    description: 'what a host declares, and which rules its declaration breaks',
    arguments: [['<source>', 'a discovery document, or the address of a host']],
    options: {
      tokenEnv: text(
        '--token-env <name>',
        'environment variable with the token, for a host that asks for one',
      ),
      ca: CA,
      save: text(
        '--save <path>',
        'writes the document, as the host sent it; into a folder by the name of the host',
      ),
      force: flag('--force', 'with --save: over a file that is there'),
      json: JSON_OPTION,
    },
    examples: `
Examples:
  openwop-inspector discovery well-known.json
  openwop-inspector discovery https://host.example --save host.json
  openwop-inspector audit runs/ --discovery host.json

Ends with 0 when nothing breaks a rule, 1 when something does, 2 when there is no such document.
`,
    run: async ([source], options, means) =>
      (await import('../verbs/discovery.ts')).discovery(source, options, means, means),
  }),
  verb({
    name: 'dispatch',
    description: 'play a model turn: attempts, retries and the events that a host would record',
    arguments: [['<file>', 'answers, configuration and context as JSON; - is standard input']],
    options: { unmasked: UNMASKED, json: JSON_OPTION },
    examples: `
The file holds what the model answered, attempt by attempt, and how the host dispatches:
  {"responses": [{"stop": "length", "text": "{\\"type\\":"}, {"stop": "stop", "text": "…"}],
   "config": {"maxRetryAttempts": 3, "schemaRounds": 2, "maxTokens": 512, "multiplier": 2, "ceiling": 4096},
   "context": {"host": {"supportedEnvelopes": ["vendor.acme.prd.create"]}}}

Examples:
  openwop-inspector dispatch turn.json
  openwop-inspector dispatch turn.json --json | jq '.events[].type'

Ends with 0 when an attempt is accepted, 1 when the node fails or a check was stopped.
`,
    run: async ([file], options, means) =>
      (await import('../verbs/dispatch.ts')).dispatch(file, options, means),
  }),
  verb({
    name: 'gate',
    description: 'ask the model-capability gate: which model a node gets, and why',
    arguments: [['<file>', 'requirements, models and host as JSON; - is standard input']],
    options: { unmasked: UNMASKED, json: JSON_OPTION },
    examples: `
The file holds what a node requires, the models, and what the host declares:
  {"required": ["structured-output"],
   "active": {"provider": "acme", "model": "small", "capabilities": []},
   "fallback": {"provider": "other", "model": "large", "capabilities": ["structured-output"]},
   "host": {"modelCapabilities": {"supported": true, "substitutionSupported": true},
            "aiProviders": {"supported": ["acme", "other"]}},
   "credentials": ["acme", "other"]}

Examples:
  openwop-inspector gate node.json
  openwop-inspector gate node.json --json | jq -r .decision

Ends with 0 when a model is called, 1 when the node fails.
`,
    run: async ([file], options, means) => (await import('../verbs/gate.ts')).gate(file, options, means),
  }),
  verb({
    name: 'vectors',
    description: 'run vector files: inputs with what must come of them',
    arguments: [['<paths...>', 'files, and folders whose *.json files are all vectors']],
    options: {
      known: text('--known <file>', 'vectors believed to be wrong, with reasons; at most 2 %'),
      json: JSON_OPTION,
    },
    examples: `
Examples:
  openwop-inspector vectors testing/vectors
  openwop-inspector vectors testing/vectors --known known.json
  openwop-inspector vectors mine.json --json | jq '.failed[].id'

A field that is not known refuses the whole run with status 2, so that a typo cannot pass. Forms
that nothing answers yet are counted apart, neither as passed nor as failed.
`,
    run: async ([paths], options, means) =>
      (await import('../verbs/vectors.ts')).vectors(paths, options, means),
  }),
  verb({
    name: 'lint-schema',
    description: 'check payload schemas against what vendors take: variants and the Tier-1 subset',
    arguments: [['<files...>', 'JSON Schemas; - is standard input']],
    options: {
      tier: given<Exclude<LintTier, 'off'>>(
        'strict',
        new Option('--tier <tier>', 'level of what breaks a rule')
          .choices(['strict', 'warn'])
          .default('strict'),
      ),
      specOwned: flag('--spec-owned', 'a schema of the protocol itself: everything is information'),
      json: JSON_OPTION,
    },
    examples: `
Examples:
  openwop-inspector lint-schema payload.schema.json
  openwop-inspector lint-schema schemas/*.json --tier warn
  openwop-inspector lint-schema payload.schema.json --json | jq '.findings[].rule'
`,
    run: async ([files], options, means) =>
      (await import('../verbs/lint-schema.ts')).lintSchema(files, options, means),
  }),
  verb({
    name: 'agh',
    description: 'run messages of AGH Network v0 through its acceptor',
    arguments: [['<file>', 'a message, an array or one a line; - is standard input']],
    options: {
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
    examples: `
Examples:
  openwop-inspector agh messages.ndjson
  openwop-inspector agh messages.json --now 1776366005 --peers builders:reviewer,builders:planner
  openwop-inspector agh messages.json --now 2026-04-16T19:00:05Z --json | jq '.results[].status'

Without --now nothing in a recording is too old: the clock is at its newest message so far.
`,
    run: async ([file], options, means) => (await import('../verbs/agh.ts')).agh(file, options, means),
  }),
  verb({
    name: 'clause',
    description: 'print what a cited clause of the protocol pages says',
    arguments: [['<citation...>', 'as reports give it: acceptor S7']],
    options: { json: JSON_OPTION },
    examples: `
Examples:
  openwop-inspector clause acceptor S7
  openwop-inspector clause "envelope 7.3, security S-07"

The pages are docs/protocol of the installation: run-events, envelope, acceptor, bundles, agh, security.
A clause is the number of a section or the id of a row.
`,
    run: async ([citation], { json }, means) =>
      (await import('../verbs/clause.ts')).clause(
        citation.join(' '),
        { json, installation: means.installation },
        means,
      ),
  }),
];

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
