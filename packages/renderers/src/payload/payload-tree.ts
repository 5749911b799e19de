/**
 * The state of one payload tree: requests members from its source as they are unfolded and stores the rows. Independent
 * of React; a component subscribes to it.
 */
import { errorText } from '@openwop-inspector/base';
import { isAtOrBelow, pointersBelow } from './payload-search.ts';
import { hasMembers, PAGE_SIZE, type TreeContent, type TreeRow, treeRows } from './tree-rows.ts';
import type { PayloadChildren, PayloadNode, PayloadSource } from './value-source.ts';

/** What there is to show. `absent`: the document has no value at the root pointer. */
export interface TreeSnapshot {
  readonly status: 'reading' | 'ready' | 'absent' | 'failed';
  /** Why, in words, when `failed`. */
  readonly message: string;
  readonly rows: readonly TreeRow[];
  /** Containers whose members could not be read, with the reason. */
  readonly unread: ReadonlyMap<string, string>;
}

/** While many containers unfold, the rows are rebuilt only after this many pages. */
const UNSEEN_PAGES = 64;

const NOTHING: TreeSnapshot = { status: 'reading', message: '', rows: [], unread: new Map() };

/** Named actions on a tree. The promises settle when the rows are there; they do not reject. */
export class PayloadTreeState {
  private readonly source: PayloadSource;
  private readonly rootPointer: string;
  private readonly listeners = new Set<() => void>();
  private state: TreeSnapshot = NOTHING;
  private content: TreeContent | null = null;
  private started: Promise<void> | null = null;

  constructor(source: PayloadSource, rootPointer: string) {
    this.source = source;
    this.rootPointer = rootPointer;
  }

  snapshot = (): TreeSnapshot => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Reads the root and unfolds what fits in `rows` rows; the second call waits for the first. */
  start(rows: number): Promise<void> {
    this.started ??= this.read(rows);
    return this.started;
  }

  private async read(rows: number): Promise<void> {
    try {
      const root = await this.source.node(this.rootPointer);
      if (root === null) {
        this.show({ ...NOTHING, status: 'absent' });
        return;
      }
      this.content = { root, open: new Map() };
      this.show({ ...NOTHING, status: 'ready' });
    } catch (failure) {
      this.show({ ...NOTHING, status: 'failed', message: errorText(failure) });
      return;
    }
    if (hasMembers(this.content.root)) await this.loadPage(this.rootPointer, 0);
    else this.refresh();
    await this.unfoldTo(Number.POSITIVE_INFINITY, rows);
  }

  async unfold(pointer: string): Promise<void> {
    if (this.content?.open.has(pointer) === false) await this.loadPage(pointer, 0);
  }

  fold(pointer: string): void {
    if (this.content === null) return;
    const open = new Map(this.content.open);
    open.delete(pointer);
    this.content = { ...this.content, open };
    this.refresh();
  }

  /** Shows `levels` levels and folds what is deeper; stops at `budget` rows and is false when that was not all. */
  async showLevels(levels: number, budget: number): Promise<boolean> {
    if (this.content === null) return false;
    const top = this.content.open.get(this.rootPointer);
    this.content = { ...this.content, open: new Map(top === undefined ? [] : [[this.rootPointer, top]]) };
    this.refresh();
    return this.unfoldTo(levels - 1, budget);
  }

  /** Unfolds the containers above level `depth`. */
  private async unfoldTo(depth: number, budget: number): Promise<boolean> {
    // Level by level, so that a small budget shows the whole outline before any detail.
    for (let level = 0; level < depth; level += 1) {
      const closed = this.state.rows.filter(
        (row) => row.kind === 'value' && row.depth === level && row.unfolded === false,
      );
      if (closed.length === 0 && !this.state.rows.some((row) => row.depth > level)) return true;
      if (!(await this.unfoldAll(closed, budget))) return false;
    }
    return true;
  }

  /** Unfolds these rows in order; false when that would be more rows than `budget`, or when one cannot be read. */
  private async unfoldAll(closed: readonly TreeRow[], budget: number): Promise<boolean> {
    let expected = this.state.rows.length;
    let unseen = 0;
    for (const row of closed) {
      if (row.kind !== 'value') continue;
      const members = Math.min(row.node.size, PAGE_SIZE);
      const fits = expected + members <= budget;
      const isRead = fits && (await this.loadPage(row.node.pointer, 0, unseen < UNSEEN_PAGES));
      unseen = unseen < UNSEEN_PAGES ? unseen + 1 : 0;
      expected += members;
      if (!isRead) {
        this.refresh();
        return false;
      }
    }
    this.refresh();
    return true;
  }

  /**
   * Unfolds the path to a value and returns the id of its row, or null when it does not exist. A byte of the source
   * distinguishes repeated keys.
   */
  async reveal(pointer: string, byteOffset?: number): Promise<string | null> {
    if (this.content === null) return null;
    const steps = pointersBelow(this.rootPointer, pointer);
    if (steps === null) return null;
    let container = this.content.root;
    for (const step of steps) {
      const member = await this.findMember(container, step);
      if (member === null) break;
      container = member;
    }
    // Once for the whole way; what was unfolded is displayed even when the value is not there.
    this.refresh();
    if (container.pointer !== pointer) return null;
    const named = this.state.rows.filter((row) => row.kind === 'value' && row.node.pointer === pointer);
    const meant = named.find((row) => row.kind === 'value' && row.node.byteOffset === byteOffset);
    return (meant ?? named[0])?.id ?? null;
  }

  /** The member of an unfolded container with a pointer; loads pages until it is found. */
  private async findMember(container: PayloadNode, pointer: string): Promise<PayloadNode | null> {
    if (!hasMembers(container) || !isAtOrBelow(container.pointer, pointer)) return null;
    const pages = Math.ceil(container.size / PAGE_SIZE);
    const index = Number(pointer.slice(container.pointer.length + 1));
    const inArray = container.kind === 'array' && Number.isSafeInteger(index);
    const first = inArray ? Math.floor(index / PAGE_SIZE) : 0;
    for (let page = first; page < (inArray ? first + 1 : pages); page += 1) {
      const loaded = this.content?.open.get(container.pointer)?.pages.has(page) === true;
      if (!loaded && !(await this.loadPage(container.pointer, page, true))) return null;
      const nodes = this.content?.open.get(container.pointer)?.pages.get(page) ?? [];
      const member = nodes.find((node) => node.pointer === pointer);
      if (member !== undefined) return member;
    }
    return null;
  }

  /** Loads a page of members. `isUnseen` leaves the rows as they are until the next refresh. */
  async loadPage(pointer: string, page: number, isUnseen = false): Promise<boolean> {
    let answer: PayloadChildren | null;
    try {
      answer = await this.source.children(pointer, page * PAGE_SIZE, PAGE_SIZE);
    } catch (failure) {
      this.markUnread(pointer, errorText(failure));
      return false;
    }
    if (answer === null || this.content === null) {
      this.markUnread(pointer, 'it is no longer in the document');
      return false;
    }
    const pages = new Map(this.content.open.get(pointer)?.pages).set(page, answer.nodes);
    const open = new Map(this.content.open).set(pointer, { total: answer.total, pages });
    this.content = { ...this.content, open };
    if (this.state.unread.has(pointer)) {
      const unread = new Map(this.state.unread);
      unread.delete(pointer);
      this.show({ ...this.state, unread });
    }
    if (!isUnseen) this.refresh();
    return true;
  }

  private markUnread(pointer: string, why: string): void {
    this.show({ ...this.state, unread: new Map(this.state.unread).set(pointer, why) });
  }

  private refresh(): void {
    if (this.content !== null) this.show({ ...this.state, rows: treeRows(this.content) });
  }

  private show(state: TreeSnapshot): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
