/** Input of the model-capability gate from a host's record of its decision (acceptor 5.1, run-events 3.2.8). */
import { type JsonObject, ownString, ownValue, textsAt } from '@openwop-inspector/base';
import type { ModelDeclaration } from '../gate/decide-model-gate.ts';
import { errorOf, type LogEvent, payloadOf } from './evidence.ts';
import type { HostAnswer } from './host-answer.ts';
import type { MissingInput } from './provenance.ts';

/** A question, and what the events after the decision say of the host. */
export interface GateFromLog {
  /** As `readGateFile` takes it. */
  readonly question: JsonObject;
  readonly recorded: readonly LogEvent[];
  readonly answer: HostAnswer;
}

const NOT_RECORDED = '(not recorded)';

/** Inputs that no event of the gate contains; without them the decision itself cannot be judged. */
const MISSING: readonly MissingInput[] = [
  { what: 'everything that the node requires', record: 'requiredModelCapabilities of the node' },
  { what: 'what the models can do', record: 'the capabilities of the active and of the fallback model' },
  { what: 'what the host declares', record: 'modelCapabilities and aiProviders of its discovery document' },
  { what: 'which credentials could be resolved', record: 'the providers with a credential' },
];

/**
 * The smallest question that leads to what was recorded: it requires what was missing, of models without further
 * capabilities. Null when the first event is none of the gate. `recorded` begins with it. Pure.
 */
export function gateFromLog(recorded: readonly LogEvent[]): GateFromLog | null {
  const [first] = recorded;
  if (first?.type !== 'model.capability.insufficient' && first?.type !== 'model.capability.substituted')
    return null;
  const payload = payloadOf(first);
  const missing = textsAt(payload, 'missingCapabilities') ?? [];
  const nodeId = first.nodeId ?? ownString(payload, 'nodeId');
  const isSubstituted = first.type === 'model.capability.substituted';
  const wasTried = ownValue(payload, 'fallbackAttempted') === true;
  const fallback = isSubstituted
    ? modelOf(payload, 'fallbackProvider', 'fallbackModel', missing)
    : { provider: NOT_RECORDED, model: NOT_RECORDED, capabilities: [] };
  const providers = isSubstituted ? [fallback.provider] : [];
  return {
    question: {
      required: missing,
      active: isSubstituted
        ? modelOf(payload, 'originalProvider', 'originalModel', [])
        : modelOf(payload, 'provider', 'model', []),
      ...(isSubstituted || wasTried ? { fallback } : {}),
      host: {
        modelCapabilities: { supported: true, substitutionSupported: isSubstituted || wasTried },
        aiProviders: { supported: providers },
      },
      credentials: providers,
      ...(nodeId === null ? {} : { nodeId }),
    },
    recorded,
    answer: answerOf(first, recorded),
  };
}

function modelOf(
  payload: ReturnType<typeof payloadOf>,
  provider: string,
  model: string,
  capabilities: readonly string[],
): ModelDeclaration {
  return {
    provider: ownString(payload, provider) ?? NOT_RECORDED,
    model: ownString(payload, model) ?? NOT_RECORDED,
    capabilities,
  };
}

/** What follows a decision is fixed by the clause, whatever the question was. */
function answerOf(first: LogEvent, recorded: readonly LogEvent[]): HostAnswer {
  const failed = recorded.find(({ type }) => type === 'node.failed');
  const run = recorded.find(({ type }) => type === 'run.failed');
  const wants = 'capability_not_provided';
  if (first.type === 'model.capability.substituted') return { kind: 'not-reconstructable', missing: MISSING };
  const deviations = [failed, run].flatMap((event) => {
    const code = event === undefined ? wants : errorOf(event).code;
    if (event === undefined || code === wants) return [];
    const note = 'A node without a model that will do fails with this code';
    const what = `${event.type}.error.code`;
    return [{ what, here: wants, host: code ?? 'none', clause: 'acceptor 5.1', rule: null, note }];
  });
  return deviations.length > 0
    ? { kind: 'deviates', deviations }
    : { kind: 'not-reconstructable', missing: MISSING };
}
