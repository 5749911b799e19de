/** What each row says about an envelope, by its columns. */
import { describeEvent, type EventAct } from '@openwop-inspector/events';
import { foldedType } from '@openwop-inspector/protocol';
import { FLAG } from '../../index/event-columns.ts';
import type { LogIndex } from '../../index/log-index.ts';
import { type EmissionPart, emissionPart } from './emission-parts.ts';

/** What a type is to the search for envelopes. */
type TypeRole =
  /** About an envelope by its type. */
  | 'envelope'
  | 'surface'
  /** About one when its payload says so (`FLAG.aboutEnvelope`). */
  | 'maybe'
  | 'suspended'
  | 'failure'
  /** A piece of what a model writes. */
  | 'chunk'
  /** An execution of a node begins, ends or goes on after a wait: a turn does not reach over it. */
  | 'edge'
  | 'other';

/** Acts by which a turn ends. */
const EDGES: ReadonlySet<EventAct | undefined> = new Set<EventAct>([
  'nodeStarted',
  'nodeResumed',
  'nodeRetried',
  'nodeCompleted',
  'nodeCancelled',
  'nodeSkipped',
]);

interface TypeFacts {
  readonly role: TypeRole;
  readonly part: EmissionPart;
  readonly isLog: boolean;
  readonly isRetry: boolean;
}

/** Reads parts off the columns: one look-up a row. */
export class RowParts {
  private readonly index: LogIndex;
  private readonly facts: readonly TypeFacts[];

  constructor(index: LogIndex) {
    this.index = index;
    this.facts = ['', ...index.types.all()].map(factsOf);
  }

  private factsAt(row: number): TypeFacts | undefined {
    return this.facts[this.index.columns.type[row] as number];
  }

  roleOf(row: number): TypeRole {
    return this.factsAt(row)?.role ?? 'other';
  }

  /** True for `envelope.retry.attempted`: another attempt was made behind it. */
  isRetry(row: number): boolean {
    return this.factsAt(row)?.isRetry ?? false;
  }

  isAbout(row: number): boolean {
    return ((this.index.columns.flags[row] as number) & FLAG.aboutEnvelope) !== 0;
  }

  partOf(row: number): EmissionPart {
    const facts = this.factsAt(row);
    if (facts === undefined || !facts.isLog) return facts?.part ?? 'after';
    const flags = this.index.columns.flags[row] as number;
    if ((flags & FLAG.envelopeWarning) !== 0) return 'refused';
    return (flags & FLAG.aboutEnvelope) !== 0 ? 'accepted' : 'after';
  }
}

function factsOf(type: string): TypeFacts {
  const { act, envelope } = describeEvent(foldedType(type));
  const role = envelope?.role ?? (EDGES.has(act) ? 'edge' : 'other');
  return {
    role: type.startsWith('envelope.') ? 'envelope' : role,
    part: emissionPart(type),
    isLog: type === 'log.appended',
    isRetry: type === 'envelope.retry.attempted',
  };
}
