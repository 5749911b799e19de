declare module 'commonmark-spec' {
  /** The examples of the specification, by their numbers. A tab is written as an arrow. */
  export const tests: readonly {
    readonly markdown: string;
    readonly html: string;
    readonly section: string;
    readonly number: number;
  }[];
}
