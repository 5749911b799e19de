import { type MaskedText, maskText, words } from '@openwop-inspector/base';
import { type ExportForm, type ExportPart, leakEnd, type PartEnd } from '../export-form.ts';
import { type OtlpSpan, otlpSpans, textAttribute } from './spans.ts';

/** Spans and characters of one line: what takes OTLP takes requests of a few megabytes. */
const MAX_SPANS = 500;
const MAX_LENGTH = 512 * 1024;

/**
 * Writes logs as OTLP JSON: an `ExportTraceServiceRequest` a line, which a collector reads from a file. Masked, and each
 * line looked through once more before it is written.
 */
export class OtlpExport implements ExportForm {
  readonly what = 'span';
  private readonly write: (line: MaskedText) => Promise<void>;
  private spans = 0;
  /** Runs by the file that had them first: ids of spans follow from the run alone, and no two may have the same. */
  private readonly fileOfRun = new Map<string, number>();
  private files = 0;

  /** `write` takes the lines in order, each with its end. */
  constructor(write: (line: MaskedText) => Promise<void>) {
    this.write = write;
  }

  /** Adds the runs of a log. Rejects with a `SourceError` when an event cannot be read. */
  async add({ log, file, onProgress }: Omit<ExportPart, 'ordinals' | 'isWhole'>): Promise<PartEnd> {
    this.files++;
    const again = new Set<string>();
    const { spans, ...rest } = await otlpSpans(log, (runId) => this.idOf(runId, again));
    const line = new OtlpLine(file);
    const remarks = remarksOf({ ...rest, again: again.size });
    for await (const span of spans) {
      line.add(span);
      if (!line.isFull) continue;
      const leak = await this.writeLine(line);
      if (leak !== null) return leak;
      if (onProgress(this.spans)) return { kind: 'stopped', rows: this.spans, remarks };
    }
    return (await this.writeLine(line)) ?? { kind: 'written', rows: this.spans, remarks };
  }

  finish = async (): Promise<readonly MaskedText[]> => [];

  private idOf(runId: MaskedText, again: Set<string>): string {
    const file = this.fileOfRun.get(runId) ?? this.files;
    this.fileOfRun.set(runId, file);
    if (file === this.files) return runId;
    again.add(runId);
    return `${runId} ${this.files}`;
  }

  private async writeLine(line: OtlpLine): Promise<PartEnd | null> {
    const { file, spans } = line;
    if (spans.length === 0) return null;
    const { text, masked } = maskText(line.take());
    if (masked > 0) return leakEnd(file, spans[0]?.spanId ?? '', 'a span');
    this.spans += spans.length;
    await this.write(text);
    return null;
  }
}

/** The spans of one request. */
class OtlpLine {
  spans: OtlpSpan[] = [];
  private length = 0;
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  add(span: OtlpSpan): void {
    this.spans.push(span);
    this.length += JSON.stringify(span).length;
  }

  get isFull(): boolean {
    return this.spans.length >= MAX_SPANS || this.length >= MAX_LENGTH;
  }

  /** The line with its end; the next one begins empty. */
  take(): string {
    const attributes = [textAttribute('service.name', 'openwop'), textAttribute('openwop.file', this.file)];
    const scopeSpans = [{ scope: { name: 'openwop-inspector' }, spans: this.spans }];
    this.spans = [];
    this.length = 0;
    return `${JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans }] })}\n`;
  }
}

function remarksOf(not: { readonly lost: number; readonly isNamed: boolean; readonly again: number }) {
  const remarks: MaskedText[] = [];
  if (not.lost > 0)
    remarks.push(words`${not.lost} stretches of nodes are no spans: a node did more than is recorded`);
  if (!not.isNamed)
    remarks.push(words`some calls have no name of a tool or a model: too many events hold them`);
  if (not.again > 0)
    remarks.push(words`${not.again} of its runs are in an earlier file too; they have traces of their own`);
  return remarks;
}
