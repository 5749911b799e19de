/** Facts of a schema about one location, in the form hover and completion display. */
export interface SchemaFacts {
  readonly description: string;
  readonly types: readonly string[];
  readonly required: boolean;
  /** Allowed values, when they are listed. */
  readonly values: readonly (string | number | boolean | null)[];
  readonly properties: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
}
