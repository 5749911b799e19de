import { isRecord, member } from '@openwop-inspector/base';

/** A model with what it can do. */
export interface ModelDeclaration {
  readonly provider: string;
  readonly model: string;
  /** Capability ids, an open registry (acceptor 5.1). */
  readonly capabilities: readonly string[];
}

/** Input of the gate (vectors FORMAT 5, `gate`). */
export interface ModelGateInput {
  /** Capability ids that the node requires; none unless given. */
  readonly required?: readonly string[] | undefined;
  readonly active: ModelDeclaration;
  readonly host: {
    readonly modelCapabilities?:
      | {
          readonly supported?: boolean;
          readonly substitutionSupported?: boolean;
          readonly advertised?: readonly string[];
        }
      | undefined;
    readonly aiProviders?: { readonly supported?: readonly string[] } | undefined;
  };
  /** `fallbackModel` of the node; none unless given. */
  readonly fallback?: ModelDeclaration | undefined;
  /** Providers for which a credential can be resolved; spelled exactly as the provider. */
  readonly credentials?: readonly string[] | undefined;
  /** With `resolve`, a prompt is resolved after the gate let the dispatch through. */
  readonly prompt?: { readonly resolve?: boolean } | undefined;
}

/** The same, complete: nothing absent, nothing of a wrong type. */
export interface GateQuestion {
  readonly required: readonly string[];
  readonly active: ModelDeclaration;
  readonly fallback: ModelDeclaration | null;
  readonly isGated: boolean;
  /** Capability ids that the host advertises; they decide nothing. */
  readonly advertised: readonly string[];
  readonly substitutes: boolean;
  readonly providers: ReadonlySet<string>;
  readonly credentials: ReadonlySet<string>;
  readonly resolvesPrompt: boolean;
}

/** Reads any value: what is absent or of a wrong type counts as not declared. */
export function readGateInput(input: unknown): GateQuestion {
  const host = member(input, 'host');
  const capabilities = member(host, 'modelCapabilities');
  const fallback = member(input, 'fallback');
  return {
    required: [...new Set(strings(member(input, 'required')))],
    active: readModel(member(input, 'active')),
    fallback: isRecord(fallback) ? readModel(fallback) : null,
    isGated: isRecord(capabilities) && member(capabilities, 'supported') !== false,
    advertised: strings(member(capabilities, 'advertised')),
    substitutes: member(capabilities, 'substitutionSupported') === true,
    providers: new Set(strings(member(member(host, 'aiProviders'), 'supported'))),
    credentials: new Set(strings(member(input, 'credentials'))),
    resolvesPrompt: member(member(input, 'prompt'), 'resolve') === true,
  };
}

function readModel(value: unknown): ModelDeclaration {
  const text = (key: string): string => {
    const found = member(value, key);
    return typeof found === 'string' ? found : '';
  };
  return {
    provider: text('provider'),
    model: text('model'),
    capabilities: strings(member(value, 'capabilities')),
  };
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
