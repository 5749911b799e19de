import { type Verb, verb } from '../verb.ts';

/** Verbs that ask a live host, and verbs that run what a host would: acceptor, dispatch, gate and lints. */
export const HOST_VERBS: readonly Verb[] = [
  verb({
    name: 'tail',
    description: 'follow a run of a live host, an event a line as it comes',
    arguments: [
      ['<host>', 'base URL, URL of a run or of its events'],
      ['[run]', 'runId, unless the URL names it'],
    ],
    examples: `
Examples:
  openwop-inspector tail http://127.0.0.1:3801 r1 --token-env HOST_KEY
  openwop-inspector tail http://127.0.0.1:3801/v1/runs/r1 --filter 'type:node.*'
  openwop-inspector tail http://127.0.0.1:3801 r1 --until interrupt.requested --json | jq .payload

The stream is resumed when it breaks, and what it left out is fetched from the JSON log. The token is read
from the variable and sent to this host alone. Exit status: 0 the run completed or the event of --until
came, 1 the run failed, was cancelled, or something of it may be lost, 2 it could not be followed.
`,
    run: async (...call) => (await import('../verbs/tail.ts')).tailFromInstallation(...call),
  }),
  verb({
    name: 'accept',
    description: 'what a host would do with an envelope, step by step, and why',
    arguments: [['<file>', 'an envelope, an array, one a line, model text, or a log; - is standard input']],
    examples: `
Examples:
  openwop-inspector accept envelope.json
  openwop-inspector accept envelope.json --context host.json --what-if
  openwop-inspector accept envelope.json --context host.json --fix --write repaired.json
  openwop-inspector accept answer.txt --profile strict --json | jq '.results[].outcome'
  openwop-inspector accept run.json          envelopes of a log: in payloads, else of failed events
  openwop-inspector accept run.json --event 216 --context schemas.json

A file that begins with a brace or a bracket is JSON; --text takes it for what a model wrote. The
context is the one of vectors: host, contract, counters, secrets, prior, …

Ends with 0 when all are accepted, 1 when one is refused or could not be checked, 2 when there is none.
`,
    readsLogs: true,
    run: async (...call) => (await import('../verbs/accept.ts')).accept(...call),
  }),
  verb({
    name: 'discovery',
    description: 'what a host declares, and which rules its declaration breaks',
    arguments: [['<source>', 'a discovery document, or the address of a host']],
    examples: `
Examples:
  openwop-inspector discovery well-known.json
  openwop-inspector discovery https://host.example --save host.json
  openwop-inspector audit runs/ --discovery host.json

Ends with 0 when nothing breaks a rule at level error, 1 when something does, 2 when there is no such
document.
`,
    run: async (...call) => (await import('../verbs/discovery.ts')).discovery(...call),
  }),
  verb({
    name: 'dispatch',
    description: 'play a model turn: attempts, retries and the events that a host would record',
    arguments: [['<file>', 'answers, configuration and context as JSON; - is standard input']],
    examples: `
The file holds what the model answered, attempt by attempt, and how the host dispatches:
  {"responses": [{"stop": "length", "text": "{\\"type\\":"}, {"stop": "stop", "text": "…"}],
   "config": {"maxRetryAttempts": 3, "schemaRounds": 2, "maxTokens": 512, "multiplier": 2, "ceiling": 4096},
   "context": {"host": {"supportedEnvelopes": ["vendor.acme.prd.create"]}}}

Examples:
  openwop-inspector dispatch turn.json
  openwop-inspector dispatch turn.json --json | jq '.events[].type'

Ends with 0 when an attempt is accepted, 1 when the node fails or a check was stopped, 2 when the file is
no turn.
`,
    run: async (...call) => (await import('../verbs/simulated.ts')).dispatch(...call),
  }),
  verb({
    name: 'gate',
    description: 'ask the model-capability gate: which model a node gets, and why',
    arguments: [['<file>', 'requirements, models and host as JSON; - is standard input']],
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

Ends with 0 when a model is called, 1 when the node fails, 2 when the file is no question to the gate.
`,
    run: async (...call) => (await import('../verbs/simulated.ts')).gate(...call),
  }),
  verb({
    name: 'vectors',
    description: 'run vector files: inputs with what must come of them',
    arguments: [['<paths...>', 'files, and folders whose *.json files are all vectors']],
    examples: `
Examples:
  openwop-inspector vectors testing/vectors
  openwop-inspector vectors testing/vectors --known known.json
  openwop-inspector vectors mine.json --json | jq '.failed[].id'

Forms that nothing answers yet are counted apart, neither as passed nor as failed. Ends with 0 when all pass,
1 when one fails or is not answered, 2 when a file cannot be read or has a field that is not known: nothing
runs then, so that a typo cannot pass.
`,
    run: async (...call) => (await import('../verbs/vectors.ts')).vectors(...call),
  }),
  verb({
    name: 'lint-schema',
    description: 'check payload schemas against what vendors take: variants and the Tier-1 subset',
    arguments: [['<files...>', 'JSON Schemas; - is standard input']],
    examples: `
Examples:
  openwop-inspector lint-schema payload.schema.json
  openwop-inspector lint-schema schemas/*.json --tier warn
  openwop-inspector lint-schema payload.schema.json --json | jq '.findings[].rule'

Ends with 0, with 1 when a finding is of level error, with 2 when a file cannot be read.
`,
    run: async (...call) => (await import('../verbs/lint-schema.ts')).lintSchema(...call),
  }),
  verb({
    name: 'agh',
    description: 'run messages of AGH Network v0 through its acceptor',
    arguments: [['<file>', 'a message, an array or one a line; - is standard input']],
    examples: `
Examples:
  openwop-inspector agh messages.ndjson
  openwop-inspector agh messages.json --now 1776366005 --peers builders:reviewer,builders:planner
  openwop-inspector agh messages.json --now 2026-04-16T19:00:05Z --json | jq '.results[].status'

Without --now nothing in a recording is too old: the clock is at its newest message so far.
Ends with 0, with 1 when a message is rejected or cannot be read, with 2 when there is none.
`,
    run: async (...call) => (await import('../verbs/agh.ts')).agh(...call),
  }),
  verb({
    name: 'clause',
    description: 'print what a cited clause of the protocol pages says',
    arguments: [['<citation...>', 'as reports give it: acceptor S7']],
    examples: `
Examples:
  openwop-inspector clause acceptor S7
  openwop-inspector clause "envelope 7.3, security S-07"

The pages are docs/protocol of the installation: run-events, envelope, acceptor, bundles, agh, security.
A clause is the number of a section or the id of a row. Ends with 0, with 2 when there is no such clause.
`,
    run: async (citation, ...call) =>
      (await import('../verbs/clause.ts')).clause(citation.join(' '), ...call),
  }),
];

/** What happens without a verb: files and addresses are opened in a window. */
export const OPEN_VERB = verb({
  name: 'open',
  description: 'Opens what an OpenWOP host wrote about a run, says what happened, and follows why.',
  arguments: [['[files...]', 'without a verb: files to open in a window, or addresses of runs to attach to']],
  examples: `
Examples:
  openwop-inspector run.json                 open in a window
  openwop-inspector http://127.0.0.1:8787/v1/runs/r1      attach to a run of a host, in a window
  openwop-inspector inspect run.json         what happened, in the terminal
  openwop-inspector chain run.json 1282      why event 1282 happened
  openwop-inspector accept envelope.json     what a host would do with an envelope
  zcat run.ndjson.gz | openwop-inspector inspect -

Exit status: 0 fine, 1 problems, refusals or failed vectors were found, 2 it could not be done,
3 nothing could be judged (audit), 130 stopped with Ctrl-C (what was read until then is printed).
`,
  runsUntilStopped: true,
  run: async (...call) => (await import('../verbs/open-app.ts')).openApp(...call),
});

/** Verbs that serve a browser or a client until they are stopped. */
export const SERVING_VERBS: readonly Verb[] = [
  verb({
    name: 'serve',
    description: 'serve the window for a browser on this machine, and print its address',
    arguments: [['[files...]', 'files to open at the start, or addresses of runs to attach to']],
    examples: `
Examples:
  openwop-inspector serve run.json
  openwop-inspector serve --port 4800
  openwop-inspector serve http://127.0.0.1:8787/v1/runs/r1

An address names a host, or a run of it; the window asks before it attaches. Tokens are typed there:
arguments can be read by others. A token in an environment variable is used only when the variable is
at the start: --token-env OPENWOP_TOKEN. Which host it is sent to is chosen in the window.

The address that is printed opens one window, once; Enter prints another. It answers on this machine
alone.
`,
    runsUntilStopped: true,
    run: async (...call) => (await import('../verbs/open-app.ts')).serve(...call),
  }),
  verb({
    name: 'mcp',
    description: 'serve files and folders to agents: a Model Context Protocol server that only reads',
    arguments: [['<paths...>', 'files and folders that may be read']],
    examples: `
Examples:
  openwop-inspector mcp bundles/
  openwop-inspector mcp ~/runs run.json --time-limit 300

A client starts it and speaks to it on standard input and output:
  {"mcpServers": {"openwop-inspector": {"command": "npx", "args": ["openwop-inspector", "mcp", "/runs"]}}}

Tools: runs, inspect, events, event, chain, accept, audit, compare. They answer with the JSON of the verbs, in
pages, and only read; nothing outside the named files and folders is opened, by no path and by no link.
Credentials are always masked.
`,
    readsLogs: true,
    runsUntilStopped: true,
    run: async (...call) => (await import('../verbs/mcp.ts')).mcp(...call),
  }),
];
