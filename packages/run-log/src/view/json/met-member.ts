import { type MaskedText, masker, nameBelow } from '@openwop-inspector/base';
import type { JsonBytes, Members } from './json-members.ts';
import type { JsonPlaces } from './json-places.ts';
import { stepOf } from './json-strings.ts';

/** The container of a member. */
interface Around {
  readonly pointer: string;
  /** Name that its members stand under. */
  readonly under: string | null;
}

/** A member that a walk through a document meets. It can be asked until the walk goes on. */
export class MetMember {
  readonly members: Members;
  /** True for a member of the document itself. */
  readonly isRoot: boolean;
  readonly isContainer: boolean;
  /** Place behind the value; of a container where it begins. */
  end: number;
  /** Of a scalar: its bytes are not what they stand for. */
  hasEscapes = false;
  private readonly around: Around;
  private readonly places: JsonPlaces;
  private asKey: string | null = null;

  constructor(members: Members, around: Around, isRoot: boolean, json: JsonBytes, places: JsonPlaces) {
    this.members = members;
    this.around = around;
    this.isRoot = isRoot;
    this.places = places;
    this.isContainer = json.isContainer(members.valueStart);
    this.end = members.valueStart;
  }

  /** Null in an array. */
  get key(): string | null {
    if (this.members.isObject) this.asKey ??= this.places.keyOf(this.members);
    return this.asKey;
  }

  /** The key as it is shown; the number of an item as text. */
  get shownKey(): MaskedText {
    return masker.text(this.key ?? String(this.members.index));
  }

  get pointer(): string {
    return `${this.around.pointer}/${this.key === null ? this.members.index : stepOf(this.key)}`;
  }

  /** Name that the value stands under. */
  get under(): string | null {
    return this.key === null ? this.around.under : nameBelow(this.around.under, this.key);
  }
}
