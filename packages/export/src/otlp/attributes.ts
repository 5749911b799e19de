import type { MaskedText } from '@openwop-inspector/base';
import { shown } from '@openwop-inspector/events';

/** An attribute as OTLP writes it in JSON. */
export interface OtlpAttribute {
  readonly key: string;
  readonly value:
    | { readonly stringValue: MaskedText }
    | { readonly intValue: string }
    | { readonly doubleValue: number }
    | { readonly boolValue: boolean };
}

/** Characters of a text: what takes OTLP refuses requests over a megabyte or so, and ids come from the log. */
const TEXT_LENGTH = 256;

/** Masked and on one line; cut where it is longer than 256 characters. */
export function textAttribute(key: string, value: string): OtlpAttribute {
  return { key, value: { stringValue: shown(value, TEXT_LENGTH) } };
}

const NAMES = [
  ['provider', 'gen_ai.provider.name'],
  ['model', 'gen_ai.request.model'],
] as const;
const COUNTS = [
  ['inputTokens', 'gen_ai.usage.input_tokens'],
  ['outputTokens', 'gen_ai.usage.output_tokens'],
] as const;

/** What a model call cost, by the payload of its `provider.usage` (run-events 3.2.8). */
export function usageAttributes(usage: Readonly<Record<string, unknown>> | null): readonly OtlpAttribute[] {
  if (usage === null) return [];
  const attributes: OtlpAttribute[] = [];
  for (const [member, key] of NAMES) {
    const value = usage[member];
    if (typeof value === 'string') attributes.push(textAttribute(key, value));
  }
  for (const [member, key] of COUNTS) {
    const value = usage[member];
    if (typeof value === 'number' && Number.isSafeInteger(value))
      attributes.push({ key, value: { intValue: String(value) } });
  }
  const { costEstimateUsd } = usage;
  if (typeof costEstimateUsd === 'number' && Number.isFinite(costEstimateUsd))
    attributes.push({ key: 'openwop.cost.usd', value: { doubleValue: costEstimateUsd } });
  return attributes;
}
