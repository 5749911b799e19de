/** A kind that was written in another place than `type`. */
import { childAt, nearNames, pointerOfValue, pointerTo, valuesIn } from '@openwop-inspector/base';
import { publishedKindSchema } from '@openwop-inspector/protocol';
import { declaredNames } from '../json/schema-text.ts';
import { envelopePlacesAt } from '../schema-lookup/schema-at.ts';
import { adds, type Candidate, catalogueOf, type Refused, renames, replaces } from './repair-step.ts';

/** Maximum number of places from one envelope, and of visited values and levels. */
const MAX_PLACES = 3;
const MAX_VALUES = 2_000;
const MAX_DEPTH = 64;

/**
 * Candidates that put a kind of the envelope where it belongs: a member of the envelope or of `meta` that the schema
 * does not know is moved, a text of the payload is copied or moved. None when `type` names a kind that is known.
 */
export function kindElsewhere(refused: Refused): readonly Candidate[] {
  const type = childAt(refused.envelope, 'type');
  if (typeof type === 'string' && isKnown(refused, type)) return [];
  const misplaced = misplacedKinds(refused).map((from, index) => moved(from, 1 + index / 10));
  // Another kind in the payload means little while `type` says what the envelope is.
  if (typeof type === 'string' && type !== '') return misplaced;
  const inPayload = kindsInPayload(refused).flatMap(({ pointer, kind }, index) => [
    copied(kind, type !== undefined, 1.5 + index / 10),
    moved(pointer, 1.55 + index / 10),
  ]);
  return [...misplaced, ...nearlyKinds(refused), ...inPayload];
}

/** Whether a known kind is written somewhere else than in `type`, so that none needs to be made up. */
export function holdsKindElsewhere(refused: Refused): boolean {
  return misplacedKinds(refused).length > 0 || kindsInPayload(refused).length > 0;
}

function moved(from: string, cost: number): Candidate {
  const operations = [{ op: 'move' as const, from, path: '/type' }];
  return { reason: 'moves the kind to type', cost, operations };
}

function copied(kind: string, isThere: boolean, cost: number): Candidate {
  const reason = 'takes the kind that the payload names';
  return isThere ? replaces('/type', kind, reason, cost) : adds('', 'type', kind, reason, cost);
}

/** A kind of the catalogue; where that is unknown, one with a schema or a name of the form that kinds have. */
function isKnown(refused: Refused, text: string): boolean {
  const catalogue = catalogueOf(refused);
  if (catalogue !== null) return catalogue.includes(text);
  const { schemas } = refused.context;
  if (schemas !== null && schemas !== undefined && Object.hasOwn(schemas, text)) return true;
  return publishedKindSchema(text) !== null || vendorKind.test(text);
}

const vendorKind = /^vendor\.[^.\s]+\.\S+$/;

/** Pointers of members that the envelope or its `meta` does not declare, and that name a known kind. */
function misplacedKinds(refused: Refused): readonly string[] {
  return undeclaredTexts(refused, ['', '/meta'])
    .filter(({ text }) => isKnown(refused, text))
    .map(({ pointer }) => pointer)
    .slice(0, MAX_PLACES);
}

/** A name that resembles a kind, under another name than `type`: it is mended where it belongs. */
function nearlyKinds(refused: Refused): readonly Candidate[] {
  const known = catalogueOf(refused) ?? [];
  return undeclaredTexts(refused, [''])
    .filter(({ text }) => !known.includes(text) && nearNames(text, known).length > 0)
    .slice(0, MAX_PLACES)
    .map(({ name }, index) => renames('', name, 'type', 1.3 + index / 10));
}

function undeclaredTexts({ context, envelope }: Refused, parents: readonly string[]) {
  return parents.flatMap((parent) => {
    const object = parent === '' ? envelope : childAt(envelope, parent.slice(1));
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return [];
    const places = envelopePlacesAt(envelope, parent, context.schemas);
    const declared = new Set(places.flatMap(({ schema }) => declaredNames(schema)));
    return Object.entries(object)
      .slice(0, MAX_VALUES)
      .flatMap(([name, text]) =>
        typeof text === 'string' && !declared.has(name)
          ? [{ name, text, pointer: pointerTo(parent, name) }]
          : [],
      );
  });
}

/**
 * Texts of the payload that are known kinds. One without a dot is a word like any other; the target of a request for a
 * schema is another kind by its nature.
 */
function kindsInPayload(refused: Refused) {
  const found: { readonly pointer: string; readonly kind: string }[] = [];
  const payload = childAt(refused.envelope, 'payload');
  for (const one of valuesIn(payload, MAX_VALUES, ({ depth }) => depth < MAX_DEPTH)) {
    if (found.length >= MAX_PLACES) break;
    if (typeof one.value !== 'string' || !one.value.includes('.')) continue;
    const pointer = `/payload${pointerOfValue(one)}`;
    const isTarget = pointer === '/payload/envelopeType';
    if (!isTarget && isKnown(refused, one.value)) found.push({ pointer, kind: one.value });
  }
  return found;
}
