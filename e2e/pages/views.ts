/** The views beside the list of events. */
import type { FrameLocator, Locator, Page } from '@playwright/test';

/** The tree of causes. */
export class CausesView {
  readonly region: Locator;
  readonly tree: Locator;
  readonly items: Locator;
  readonly selected: Locator;
  readonly onlyWithEffects: Locator;
  readonly foldAll: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Causes', exact: true });
    this.tree = this.region.getByRole('tree', { name: 'Causes' });
    this.items = this.tree.getByRole('treeitem');
    this.selected = this.tree.getByRole('treeitem', { selected: true });
    this.onlyWithEffects = this.region.getByRole('checkbox', { name: 'Only roots that caused something' });
    this.foldAll = this.region.getByRole('button', { name: 'Fold all' });
  }

  /** The row of an event by its number in the log. */
  item(sequence: number): Locator {
    return this.tree.getByRole('treeitem', { name: new RegExp(`^#?${sequence}\\b`) });
  }
}

/** Runs and nodes as lanes over time. */
export class NodesView {
  readonly region: Locator;
  readonly lanes: Locator;
  readonly items: Locator;
  readonly selected: Locator;
  readonly foldIdle: Locator;
  readonly order: Locator;
  readonly zoomIn: Locator;
  readonly zoomOut: Locator;
  readonly wholeRun: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Nodes', exact: true });
    this.lanes = this.region.getByRole('tree', { name: 'Lanes' });
    this.items = this.lanes.getByRole('treeitem');
    this.selected = this.lanes.getByRole('treeitem', { selected: true });
    this.foldIdle = this.region.getByRole('checkbox', { name: /^Fold idle over/ });
    this.order = this.region.getByRole('radiogroup', { name: 'Order of lanes' });
    this.zoomIn = this.region.getByRole('button', { name: 'Zoom in' });
    this.zoomOut = this.region.getByRole('button', { name: 'Zoom out' });
    this.wholeRun = this.region.getByRole('button', { name: 'Whole run' });
  }

  /** The lane of a run, a node or a part of one. */
  lane(name: string): Locator {
    return this.lanes.getByRole('treeitem', { name: new RegExp(`^${name}\\b`) });
  }
}

/** The list of logical envelopes, and the tab that tells the story of one. */
export class EnvelopesView {
  readonly region: Locator;
  readonly list: Locator;
  readonly options: Locator;
  readonly selected: Locator;
  readonly field: Locator;
  readonly showAll: Locator;
  /** The right pane's tab about the envelope in sight. */
  readonly detail: Locator;
  /** Kind of the envelope in sight. */
  readonly kind: Locator;
  readonly attempts: Locator;
  /** "from #15 docs.search" beside the word Untrusted. */
  readonly taintSource: Locator;
  readonly reasoning: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Envelopes', exact: true });
    this.list = this.region.getByRole('listbox', { name: 'Envelopes' });
    this.options = this.list.getByRole('option');
    this.selected = this.list.getByRole('option', { selected: true });
    this.field = this.region.getByRole('textbox', { name: 'Filter envelopes' });
    this.showAll = this.region.getByRole('button', { name: /^Show all/ });
    this.detail = page.getByRole('tabpanel', { name: 'Envelope', exact: true });
    this.kind = this.detail.getByRole('heading', { level: 2 });
    this.attempts = this.detail.getByRole('list', { name: 'Attempts' });
    this.taintSource = this.detail.getByRole('button', { name: /^from #/ }).first();
    this.reasoning = this.detail.getByRole('region', { name: 'Reasoning', exact: true });
  }

  /** The row of a kind. */
  row(kind: string): Locator {
    return this.list.getByRole('option', { name: new RegExp(`^${kind.replaceAll('.', '\\.')}\\b`) });
  }

  attempt(number: number): Locator {
    return this.attempts.getByRole('button', { name: new RegExp(`^Attempt ${number}\\b`) });
  }

  /** What an attempt holds. */
  content(number: number): Locator {
    return this.detail.getByRole('region', { name: `Attempt ${number}, content` });
  }

  /** The document of the surface in sight. */
  get surface(): FrameLocator {
    return this.detail.frameLocator('iframe[title="Surface"]').first();
  }
}

/** What was tolerated or looks wrong, in groups, and the tab about one of them. */
export class ProblemsView {
  readonly region: Locator;
  readonly tree: Locator;
  readonly items: Locator;
  readonly selected: Locator;
  /** The right pane's tab about the selected problem. */
  readonly detail: Locator;
  readonly showEvent: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Problems', exact: true });
    this.tree = this.region.getByRole('tree', { name: 'Problems' });
    this.items = this.tree.getByRole('treeitem');
    this.selected = this.tree.getByRole('treeitem', { selected: true });
    this.detail = page.getByRole('tabpanel', { name: 'Problem', exact: true });
    this.showEvent = this.detail.getByRole('button', { name: 'Show the event in its list' });
  }

  severity(name: RegExp): Locator {
    return this.region.getByRole('group', { name: 'Severities shown' }).getByRole('button', { name });
  }

  group(code: string): Locator {
    return this.tree.getByRole('treeitem', { name: new RegExp(`^${code}\\b`) });
  }
}
