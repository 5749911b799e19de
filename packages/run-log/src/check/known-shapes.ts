/**
 * Findings of the schemas by the shape of a payload: all payloads of one shape differ from the schemas of their type in
 * the same places, so that one of them is read (`assembly/shapes.ts`).
 */
import type { SchemaFinding } from '@openwop-inspector/protocol';
import { FLAG } from '../index/event-columns.ts';
import type { LogIndex } from '../index/log-index.ts';

/** Rows of which more is checked than their shape says. */
const TO_BE_READ = FLAG.mayHoldSecret | FLAG.payloadAndData;
/** Shapes with findings that are remembered, 10 findings each at most; payloads of further ones are read. */
const MAX_DEVIATING = 20_000;
/** A place in an array: neighbours of one shape count once, so that it may be another in the next payload. */
const IN_ARRAY = /\/\d+(?:\/|$)/;

export class KnownShapes {
  private readonly byNumber: (readonly SchemaFinding[] | undefined)[] = [];
  private deviating = 0;

  /** Remembers the findings in the payload of a row, unless they may differ in another payload of its shape. */
  add({ columns }: LogIndex, row: number, findings: readonly SchemaFinding[]): void {
    const shape = columns.shape[row] as number;
    // Rows that must be read themselves come here again and again.
    if (this.byNumber[shape] !== undefined) return;
    if (findings.length > 0) {
      if (this.deviating >= MAX_DEVIATING || findings.some(({ pointer }) => IN_ARRAY.test(pointer))) return;
      this.deviating++;
    }
    this.byNumber[shape] = findings;
  }

  /** What a payload would be read for, where it is known; else undefined. */
  of({ columns }: LogIndex, row: number): readonly SchemaFinding[] | undefined {
    const shape = columns.shape[row] as number;
    const mayBeKnown = shape !== 0 && ((columns.flags[row] as number) & TO_BE_READ) === 0;
    return mayBeKnown ? this.byNumber[shape] : undefined;
  }
}
