import type { Shape } from '@openwop-inspector/base';

/** What the vectors of one input form are made of. */
export interface FormShape {
  readonly input: Shape;
  readonly expect: Shape;
  /** Fields of the vector in addition to those that every vector has. */
  readonly extra?: Readonly<Record<string, Shape>>;
}
