/** Names that values of a document stand under, for what is masked by its name (security S-14). */
import { isNameOfSecret, nameBelow, pairPart } from '@openwop-inspector/base';
import { type JsonBytes, Members } from './json-members.ts';
import { stringText } from './json-strings.ts';

const QUOTE = 0x22;
/** Members of a pair of a name and a value that are looked at, bytes of a name, and objects that are remembered. */
const PAIR_MEMBERS = 16;
const PAIR_BYTES = 256;
const HELD = 512;

export class PairNames {
  private readonly json: JsonBytes;
  private readonly held = new Map<number, string | null>();

  constructor(json: JsonBytes) {
    this.json = json;
  }

  /**
   * The name that the value of the current member stands under: its own or that of the secret above it, that of the
   * array (`under`) for an item, and that of a pair such as `{"name": "Cookie", "value": "…"}`.
   */
  nameOf(members: Members, under: string | null): string | null {
    if (!members.isObject) return under;
    const key = this.text(members.keyStart, members.keyEnd);
    const name = nameBelow(under, key);
    return pairPart(key) === 'value' ? (this.pairName(members.at) ?? name) : name;
  }

  /** The name of a secret that an object holds as a value; null when it is no such pair. */
  private pairName(object: number): string | null {
    const held = this.held.get(object);
    if (held !== undefined) return held;
    const members = new Members(this.json, object);
    let name: string | null = null;
    while (name === null && members.index < PAIR_MEMBERS && members.next()) {
      const end = members.skipValue();
      const isText = this.json.bytes[members.valueStart] === QUOTE && end - members.valueStart < PAIR_BYTES;
      if (!isText || pairPart(this.text(members.keyStart, members.keyEnd)) !== 'name') continue;
      const text = this.text(members.valueStart + 1, end - 1);
      if (isNameOfSecret(text)) name = text;
    }
    if (this.held.size >= HELD) this.held.clear();
    this.held.set(object, name);
    return name;
  }

  private text(start: number, end: number): string {
    return stringText(this.json.bytes, start, end);
  }
}
