import { countAt } from '@openwop-inspector/base';
import type { HostLimits } from '../answers/discovery.ts';
import { familyOf } from './families.ts';

/** Limits under the names that the protocol and hosts use, the protocol's first, and what turns them into our unit. */
const NAMES: Readonly<Record<keyof HostLimits, readonly (readonly [name: string, factor: number])[]>> = {
  clarificationRounds: [
    ['clarificationRounds', 1],
    ['maxClarificationRounds', 1],
  ],
  schemaRounds: [
    ['schemaRounds', 1],
    ['maxSchemaRounds', 1],
  ],
  envelopesPerTurn: [
    ['envelopesPerTurn', 1],
    ['maxEnvelopesPerTurn', 1],
  ],
  maxNodeExecutions: [
    ['maxNodeExecutions', 1],
    ['recursionLimit', 1],
  ],
  maxRunDurationMs: [
    ['maxRunDurationMs', 1],
    ['runTimeoutMs', 1],
    ['maxRunDurationSec', 1000],
  ],
};

/** The limits that a host declares. 0 is a limit: none allowed. */
export function readLimits(document: unknown): HostLimits {
  const limits = familyOf(document, 'limits')?.value;
  const read = (limit: keyof HostLimits): number | null => {
    for (const [name, factor] of NAMES[limit]) {
      const count = countAt(limits, name);
      if (count !== null) return count * factor;
    }
    return null;
  };
  return {
    clarificationRounds: read('clarificationRounds'),
    schemaRounds: read('schemaRounds'),
    envelopesPerTurn: read('envelopesPerTurn'),
    maxNodeExecutions: read('maxNodeExecutions'),
    maxRunDurationMs: read('maxRunDurationMs'),
  };
}
