import { JSON_OPTION, type Verb, verb } from '../verb.ts';
import { ACCEPT, AGH, DISCOVERY, LINT_SCHEMA, SIMULATED, TAIL, VECTORS } from './options.ts';

/** Verbs that ask a live host, and verbs that run what a host would: acceptor, dispatch, gate and lints. */
export const HOST_VERBS: readonly Verb[] = [
  verb({
    name: 'tail',
    description: 'follow a run of a live host, an event a line as it comes',
    arguments: [
      ['<host>', 'base URL, URL of a run or of its events'],
      ['[run]', 'runId, unless the URL names it'],
    ],
    options: TAIL,
    examples: `
Examples:
  openwop-inspector tail http://127.0.0.1:3801 r1 --token-env HOST_KEY
  openwop-inspector tail http://127.0.0.1:3801/v1/runs/r1 --filter 'type:node.*'
  openwop-inspector tail http://127.0.0.1:3801 r1 --until interrupt.requested --json | jq .payload

The stream is resumed when it breaks, and what it left out is fetched from the JSON log. The token is read
from the variable and sent to this host alone. Exit status: 0 the run completed or the event of --until
came, 1 the run failed or was cancelled, 2 it could not be followed.
`,
    run: async (...call) => (await import('../verbs/tail.ts')).tailFromInstallation(...call),
  }),
  verb({
    name: 'accept',
    description: 'what a host would do with an envelope, step by step, and why',
    arguments: [['<file>', 'an envelope, an array, one a line, model text, or a log; - is standard input']],
    options: ACCEPT,
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
    run: async (...call) => (await import('../verbs/accept.ts')).accept(...call),
  }),
  verb({
    name: 'discovery',
    description: 'what a host declares, and which rules its declaration breaks',
    arguments: [['<source>', 'a discovery document, or the address of a host']],
    options: DISCOVERY,
    examples: `
Examples:
  openwop-inspector discovery well-known.json
  openwop-inspector discovery https://host.example --save host.json
  openwop-inspector audit runs/ --discovery host.json

Ends with 0 when nothing breaks a rule, 1 when something does, 2 when there is no such document.
`,
    run: async (...call) => (await import('../verbs/discovery.ts')).discovery(...call),
  }),
  verb({
    name: 'dispatch',
    description: 'play a model turn: attempts, retries and the events that a host would record',
    arguments: [['<file>', 'answers, configuration and context as JSON; - is standard input']],
    options: SIMULATED,
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
    run: async (...call) => (await import('../verbs/simulated.ts')).dispatch(...call),
  }),
  verb({
    name: 'gate',
    description: 'ask the model-capability gate: which model a node gets, and why',
    arguments: [['<file>', 'requirements, models and host as JSON; - is standard input']],
    options: SIMULATED,
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
    run: async (...call) => (await import('../verbs/simulated.ts')).gate(...call),
  }),
  verb({
    name: 'vectors',
    description: 'run vector files: inputs with what must come of them',
    arguments: [['<paths...>', 'files, and folders whose *.json files are all vectors']],
    options: VECTORS,
    examples: `
Examples:
  openwop-inspector vectors testing/vectors
  openwop-inspector vectors testing/vectors --known known.json
  openwop-inspector vectors mine.json --json | jq '.failed[].id'

A field that is not known refuses the whole run with status 2, so that a typo cannot pass. Forms
that nothing answers yet are counted apart, neither as passed nor as failed.
`,
    run: async (...call) => (await import('../verbs/vectors.ts')).vectors(...call),
  }),
  verb({
    name: 'lint-schema',
    description: 'check payload schemas against what vendors take: variants and the Tier-1 subset',
    arguments: [['<files...>', 'JSON Schemas; - is standard input']],
    options: LINT_SCHEMA,
    examples: `
Examples:
  openwop-inspector lint-schema payload.schema.json
  openwop-inspector lint-schema schemas/*.json --tier warn
  openwop-inspector lint-schema payload.schema.json --json | jq '.findings[].rule'
`,
    run: async (...call) => (await import('../verbs/lint-schema.ts')).lintSchema(...call),
  }),
  verb({
    name: 'agh',
    description: 'run messages of AGH Network v0 through its acceptor',
    arguments: [['<file>', 'a message, an array or one a line; - is standard input']],
    options: AGH,
    examples: `
Examples:
  openwop-inspector agh messages.ndjson
  openwop-inspector agh messages.json --now 1776366005 --peers builders:reviewer,builders:planner
  openwop-inspector agh messages.json --now 2026-04-16T19:00:05Z --json | jq '.results[].status'

Without --now nothing in a recording is too old: the clock is at its newest message so far.
`,
    run: async (...call) => (await import('../verbs/agh.ts')).agh(...call),
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
    run: async (citation, { json }, means) =>
      (await import('../verbs/clause.ts')).clause(
        citation.join(' '),
        { json, installation: means.installation },
        means,
      ),
  }),
];
