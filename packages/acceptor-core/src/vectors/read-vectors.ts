/** Vector files: `openwop-inspector-vectors/1` (vectors FORMAT). */
import {
  anything,
  arrayOf,
  aString,
  isRecord,
  objectOf,
  oneOf,
  pointerTo,
  problemsOfShape,
  recordOr,
  type Shape,
  type ShapeProblem,
} from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import { acceptContextShape, aghContextShape } from './read-accept-context.ts';
import { FORM_SHAPES, type FormShape, VECTOR_FORMS, type VectorForm } from './vector-forms.ts';

/** One vector with the context of its file already under its own. */
export interface Vector {
  readonly id: string;
  /** The tested rule, such as `acceptor 3.1`. */
  readonly clause: string;
  readonly title: string;
  readonly protocol: 'openwop' | 'agh';
  /** Which input it has, and so which runner answers it. */
  readonly form: VectorForm;
  /** Checked against the fields of the protocol's context; a null member means "not set". */
  readonly context: Readonly<Record<string, unknown>>;
  /** Checked against the fields of the form. */
  readonly input: unknown;
  readonly expect: unknown;
  /** Warning codes of the text as a whole; `emissions` only. */
  readonly expectWarnings: readonly string[];
  /** Expectation on the graph of all messages; `messages` only. */
  readonly graph: unknown;
}

export interface VectorFile {
  readonly vectors: readonly Vector[];
}

/** The vectors of a file, or everything that is wrong with it. One wrong field refuses the whole file. */
export type ReadVectors =
  | { readonly ok: true; readonly file: VectorFile }
  | { readonly ok: false; readonly problems: readonly ShapeProblem[] };

/** Value of `format` in every vector file. */
export const VECTOR_FORMAT = 'openwop-inspector-vectors/1';

const fileShape = objectOf(
  {
    format: oneOf([VECTOR_FORMAT]),
    protocol: oneOf(['openwop', 'agh']),
    chapter: aString,
    context: anything,
    vectors: arrayOf(anything),
  },
  ['format', 'protocol', 'chapter', 'vectors'],
);

/**
 * Reads a parsed vector file. Every field of the file, of each vector, of its input and of its expectation is known by
 * name, so that a typo refuses the file instead of passing as a test; so do codes that must not occur. Never throws.
 */
export function readVectors(value: unknown): ReadVectors {
  if (!isRecord(value) || value.format !== VECTOR_FORMAT) {
    const message = `A vector file says "${VECTOR_FORMAT}".`;
    return { ok: false, problems: [{ pointer: '/format', message }] };
  }
  const problems = problemsOfShape(fileShape, value);
  if (problems.length > 0) return { ok: false, problems };
  const protocol = value.protocol === 'agh' ? 'agh' : 'openwop';
  const found: ShapeProblem[] = [];
  contextShape(protocol)(value.context, '/context', found);
  const seen = new Set<string>();
  const given = Array.isArray(value.vectors) ? value.vectors : [];
  const vectors = given.flatMap((one: unknown, index) => {
    const vector = readVector(one, `/vectors/${index}`, protocol, found);
    if (vector === null) return [];
    const message = `The id ${JSON.stringify(vector.id.slice(0, 80))} was used before.`;
    if (seen.has(vector.id)) found.push({ pointer: `/vectors/${index}/id`, message });
    seen.add(vector.id);
    return [{ ...vector, context: { ...recordOr(value.context), ...vector.context } }];
  });
  if (found.length > 0) return { ok: false, problems: found.slice(0, 20) };
  return { ok: true, file: { vectors } };
}

/** An absent context is fine; what is there has known fields. */
function contextShape(protocol: 'openwop' | 'agh'): Shape {
  const shape = protocol === 'agh' ? aghContextShape : acceptContextShape;
  return (value, pointer, problems) => {
    if (value !== undefined && value !== null) shape(value, pointer, problems);
  };
}

const COMMON = { id: aString, clause: aString, title: aString, context: anything };

/** One vector; null when it has no single known form. */
function readVector(
  value: unknown,
  pointer: string,
  protocol: 'openwop' | 'agh',
  problems: ShapeProblem[],
): Vector | null {
  const form = formOf(value, pointer, protocol, problems);
  if (form === null || !isRecord(value)) return null;
  const shape: FormShape = FORM_SHAPES[form];
  const required = ['id', 'clause', 'title', 'expect'];
  const fields = { ...COMMON, [form]: shape.input, expect: shape.expect, ...shape.extra };
  objectOf(fields, required)(value, pointer, problems);
  contextShape(protocol)(value.context, `${pointer}/context`, problems);
  return {
    id: scalarText(value.id),
    clause: scalarText(value.clause),
    title: scalarText(value.title),
    protocol,
    form,
    context: recordOr(value.context),
    input: value[form],
    expect: value.expect,
    expectWarnings: Array.isArray(value.expectWarnings) ? value.expectWarnings.map(String) : [],
    graph: value.graph,
  };
}

function formOf(
  value: unknown,
  pointer: string,
  protocol: 'openwop' | 'agh',
  problems: ShapeProblem[],
): VectorForm | null {
  if (!isRecord(value)) {
    problems.push({ pointer, message: 'A vector is an object.' });
    return null;
  }
  const forms = VECTOR_FORMS.filter((name) => Object.hasOwn(value, name));
  const [form] = forms;
  if (form === undefined || forms.length > 1) {
    problems.push({ pointer, message: `A vector has exactly one input key of ${VECTOR_FORMS.join(', ')}.` });
    return null;
  }
  if (form === 'messages' && protocol !== 'agh') {
    const place = pointerTo(pointer, form);
    problems.push({ pointer: place, message: 'messages occurs with protocol agh only.' });
  }
  return form;
}
