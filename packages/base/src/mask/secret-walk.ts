/**
 * Reports what to mask during a front-to-back walk of a JSON document, for parsed values and raw text alike. Values
 * under the names of secrets are masked completely; so are those of pairs of a name and a value; in other texts only
 * what looks like a secret is masked.
 */
import type { FindSecrets } from '../secrets/find-secrets.ts';
import { looksLikeWords } from '../secrets/looks-like-prose.ts';
import {
  isNameOfSecret,
  isNumberKey,
  isSecretKey,
  isSecretNumber,
  isTokenKey,
  nameBelow,
  pairPart,
} from '../secrets/secret-names.ts';
import { NAME_RULE, type SecretSpan } from '../secrets/span.ts';
import { cutTokenOf, restOfToken } from '../secrets/token-shapes.ts';
import { isRedacted } from './mark.ts';

/** A text or a number of a document. `leaf` is what the walker of the document knows it by. */
export interface Scalar<Leaf> {
  readonly leaf: Leaf;
  readonly text: string;
  readonly isNumber: boolean;
}

interface Frame<Leaf> {
  readonly isArray: boolean;
  /** Name of the container. */
  readonly under: string | null;
  /** Name of the member whose value comes next. */
  member: string | null;
  /** In an object with a secret name as a value, that name; in an array, its last text when it is one. */
  pairName: string | null;
  /** Values of a pair whose name has not come yet. */
  readonly pairValues: Scalar<Leaf>[];
}

/** A text that ends inside a token, what is masked in it, where the token begins and how much of it may follow. */
interface Cut<Leaf> {
  readonly scalar: Scalar<Leaf>;
  readonly spans: readonly SecretSpan[];
  readonly start: number;
  readonly missing: number;
}

/** Called for each place to mask, at once or, for a pair that names itself after its value, later. */
export type OnSecret<Leaf> = (scalar: Scalar<Leaf>, spans: readonly SecretSpan[]) => void;

/** Minimum length of a secret that is searched in the rest of its document, and maximum number of them. */
const REPEATED = 12;
const MAX_REPEATED = 64;
/** Minimum length of a value next to its name in a list. */
const MAX_NEIGHBOURS = 6;

/** Called for live tokens of a run that a document contains under their names (security S-20). */
export type OnToken = (token: string) => void;

const LIVE_PATH = /\/v1\/interrupts\/([^/?#\s]{12,400})/;

export class SecretWalk<Leaf> {
  /** Values found under the names of secrets that are long enough to be distinguished from words. */
  readonly repeated = new Set<string>();
  /** The first represents the surroundings of the document, whose end a cut text may show. */
  private readonly frames: Frame<Leaf>[];
  private readonly find: FindSecrets;
  private readonly onSecret: OnSecret<Leaf>;
  private readonly onToken: OnToken | undefined;
  /** The text before, when it may end inside a token. */
  private cut: Cut<Leaf> | null = null;

  constructor(rootName: string | null, find: FindSecrets, onSecret: OnSecret<Leaf>, onToken?: OnToken) {
    this.frames = [frameOf(false, rootName)];
    this.find = find;
    this.onSecret = onSecret;
    this.onToken = onToken;
  }

  open(isArray: boolean): void {
    this.frames.push(frameOf(isArray, this.nameHere()));
  }

  close(): void {
    const frame = this.frames.length > 1 ? this.frames.pop() : undefined;
    if (frame !== undefined) this.settle(frame);
    this.valueEnds();
  }

  /** The document ends, perhaps before its containers do. */
  end(): void {
    while (this.frames.length > 1) this.close();
    const [around] = this.frames;
    if (around !== undefined) this.settle(around);
  }

  /** The name of the member whose value comes next; answers what is to be masked in it. */
  name(name: string): readonly SecretSpan[] {
    const frame = this.frames.at(-1);
    if (frame !== undefined) frame.member = name;
    return this.find(name);
  }

  /** The name of the next value. */
  private nameHere(): string | null {
    const frame = this.frames.at(-1);
    if (frame === undefined) return null;
    if (frame.isArray) return frame.pairName ?? frame.under;
    const { member, pairName } = frame;
    if (member === null) return frame.under;
    if (pairName !== null && pairPart(member) === 'value') return pairName;
    return nameBelow(frame.under, member);
  }

  text(leaf: Leaf, text: string): void {
    this.take({ leaf, text, isNumber: false });
    const frame = this.frames.at(-1);
    if (frame?.isArray === true) frame.pairName = isNameOfSecret(text) ? text : null;
    this.valueEnds();
  }

  number(leaf: Leaf, text: string): void {
    this.take({ leaf, text, isNumber: true });
    this.valueEnds();
  }

  private take(scalar: Scalar<Leaf>): void {
    const frame = this.frames.at(-1);
    const member = frame?.isArray === false ? frame.member : null;
    const part = member === null ? null : pairPart(member);
    if (
      frame !== undefined &&
      part === 'value' &&
      frame.pairName === null &&
      !isSecretKey(this.nameHere() ?? '')
    ) {
      frame.pairValues.push(scalar);
      return;
    }
    this.scalar(scalar);
    if (frame !== undefined && part === 'name' && !scalar.isNumber && isNameOfSecret(scalar.text))
      frame.pairName = scalar.text;
  }

  private valueEnds(): void {
    const frame = this.frames.at(-1);
    if (frame !== undefined) frame.member = null;
  }

  private settle({ pairName, pairValues }: Frame<Leaf>): void {
    for (const scalar of pairValues) {
      if (pairName !== null) this.whole(scalar, pairName);
      else this.tell(scalar, this.find(scalar.text));
    }
  }

  private scalar(scalar: Scalar<Leaf>): void {
    if (scalar.text === '') return;
    const name = this.nameHere();
    const frame = this.frames.at(-1);
    const isPaired = frame?.isArray === true && frame.pairName !== null && frame.pairName === name;
    const isSecret = name !== null && isSecretKey(name);
    if (name !== null && isNumberKey(name) && isSecretNumber(name, scalar.text))
      this.tell(scalar, [wholeSpan(scalar.text)]);
    else if (isSecret && (!isPaired || isSecretKey(frame.under ?? '') || isAfterName(scalar)))
      this.whole(scalar, name);
    else this.tell(scalar, this.spansOf(scalar));
  }

  /** What is masked in a text, with the rest of a token that the text before it was cut inside of, which is masked, too. */
  private spansOf(scalar: Scalar<Leaf>): readonly SecretSpan[] {
    const { cut } = this;
    const { text } = scalar;
    const spans = this.find(text);
    const tail = scalar.isNumber ? null : cutTokenOf(text);
    this.cut = tail === null ? null : { scalar, spans, ...tail };
    const length = cut === null || scalar.isNumber ? 0 : restOfToken(text, cut.missing);
    // A text that begins with a secret of its own does not continue another.
    if (cut === null || length === 0 || spans.some(({ start }) => start < length)) return spans;
    const whole = cut.scalar.text.slice(cut.start) + text.slice(0, length);
    const found = this.find(whole).find(({ start, end }) => start === 0 && end > whole.length - length);
    if (found === undefined) return spans;
    if (!cut.spans.some(({ end }) => end === cut.scalar.text.length))
      this.tell(cut.scalar, [...cut.spans, { ...found, start: cut.start, end: cut.scalar.text.length }]);
    return [{ ...found, start: 0, end: length }, ...spans];
  }

  private whole(scalar: Scalar<Leaf>, name: string): void {
    const { text, isNumber } = scalar;
    if (text === '') return;
    if (isNumber ? !isSecretNumber(name, text) : isRedacted(text)) {
      this.tell(scalar, isNumber ? this.find(text) : []);
      return;
    }
    if (!isNumber && isTokenKey(name)) this.tellToken(text);
    const isRepeatable = text.length >= REPEATED && !looksLikeWords(text);
    if (isRepeatable && this.repeated.size < MAX_REPEATED) this.repeated.add(text);
    this.tell(scalar, [wholeSpan(text)]);
  }

  private tellToken(text: string): void {
    const token = LIVE_PATH.exec(text.slice(0, 2048))?.[1] ?? text;
    if (token.length >= REPEATED && token.length <= 512 && !/\s/.test(token) && !looksLikeWords(token))
      this.onToken?.(token);
  }

  private tell(scalar: Scalar<Leaf>, spans: readonly SecretSpan[]): void {
    if (spans.length > 0) this.onSecret(scalar, spans);
  }
}

function wholeSpan(text: string): SecretSpan {
  return { start: 0, end: text.length, kind: 'password', rule: NAME_RULE };
}

function frameOf<Leaf>(isArray: boolean, under: string | null): Frame<Leaf> {
  return { isArray, under, member: null, pairName: null, pairValues: [] };
}

/** In a list such as `["x-api-key", "…"]` the name is followed by its value; a list of names is not such a list. */
function isAfterName({ text, isNumber }: { readonly text: string; readonly isNumber: boolean }): boolean {
  return !isNumber && text.length >= MAX_NEIGHBOURS && !looksLikeWords(text);
}
