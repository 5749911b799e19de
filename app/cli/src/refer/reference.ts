/** How a person names an event: by its eventId, by its sequence, or by its run and sequence. */

/** What a reference may mean. */
export interface ReferenceForms {
  /** The text itself: an eventId or a correlationId. */
  readonly id: string;
  readonly sequence: number | null;
  /** The run, when the reference has the form `runId:sequence`. */
  readonly run: { readonly runId: string; readonly sequence: number } | null;
}

/** Reads a reference. `#1282` is `1282`, as the reports write it; a runId may hold colons itself. */
export function referenceForms(reference: string): ReferenceForms {
  const within = /^(.+):#?(\d{1,15})$/s.exec(reference);
  const plain = /^#?(\d{1,15})$/.exec(reference);
  const [, runId = '', digits = ''] = within ?? [];
  return {
    id: reference,
    sequence: plain === null ? null : Number(plain[1]),
    run: within === null ? null : { runId, sequence: Number(digits) },
  };
}
