/** From a byte of a document to the innermost value that holds it. */
import { type JsonBytes, Members } from './json-members.ts';
import { stepOf, stringText } from './json-strings.ts';

/** Bytes that may be stepped over twice to learn where values end; behind that every value on the way is entered. */
const SKIPPED_BYTES = 32 * 1024 * 1024;

interface Level {
  readonly members: Members;
  readonly start: number;
  /** Place behind the container; -1 while it is not known. */
  readonly end: number;
}

/** A value with the way to it. */
export interface InnermostValue {
  readonly pointer: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The innermost value at a byte counted from the start of the document. A key belongs to its member; what stands
 * between members belongs to their container; what stands before or behind the document, to nothing. `jumpTo` may
 * answer a walk through a container that begins nearer to the byte. Iterative; of cut or broken JSON what is there.
 */
export function innermostValue(
  json: JsonBytes,
  byte: number,
  jumpTo: (container: number, byte: number) => Members | null,
): InnermostValue | null {
  const root = json.scanner.skipSpace(0);
  if (byte < root || byte >= json.end) return null;
  if (!json.isContainer(root)) return found(json, [], root, json.behind(root), byte);
  let budget = SKIPPED_BYTES;
  const enter = (start: number, end: number): Level => ({
    members: jumpTo(start, byte) ?? new Members(json, start),
    start,
    end,
  });
  const open: Level[] = [enter(root, -1)];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { members } = top;
    const isOver = !members.next();
    if (isOver || byte < members.memberAt) {
      // Between two members, or behind the last: the container's own, unless the container ended before.
      const known = isOver ? members.endedAt : top.end;
      const end = known < 0 ? json.behind(top.start) : known;
      if (byte < end) return found(json, open.slice(0, -1), top.start, end, byte);
      open.pop();
      open.at(-1)?.members.valueEnds(members.endedAt);
      continue;
    }
    const { valueStart } = members;
    const isContainer = json.isContainer(valueStart);
    if (isContainer && byte >= valueStart && budget <= 0) {
      open.push(enter(valueStart, -1));
      continue;
    }
    const end = members.skipValue();
    budget -= isContainer ? end - valueStart : 0;
    if (byte >= end) continue;
    if (isContainer && byte >= valueStart) open.push(enter(valueStart, end));
    else return found(json, open, valueStart, end, byte);
  }
  return null;
}

function found(
  json: JsonBytes,
  open: readonly Level[],
  start: number,
  end: number,
  byte: number,
): InnermostValue | null {
  if (byte >= end) return null;
  const steps = open.map(({ members }) =>
    members.isObject
      ? stepOf(stringText(json.bytes, members.keyStart, members.keyEnd))
      : String(members.index),
  );
  return { pointer: steps.map((step) => `/${step}`).join(''), start, end };
}
