/** What a schema says about one place, in the form hover and completion show. */
export interface SchemaFacts {
  readonly description: string;
  readonly types: readonly string[];
  readonly required: boolean;
  /** Values that are allowed, when they are listed. */
  readonly values: readonly (string | number | boolean | null)[];
  readonly properties: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
}
