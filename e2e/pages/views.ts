/** The views next to the list of events. */
import { expect, type Frame, type Locator, type Page } from '@playwright/test';
import { Part } from './part.ts';

/** The tree of causes. */
export class CausesView extends Part {
  readonly region = this.within.getByRole('region', { name: 'Causes', exact: true });
  readonly tree = this.region.getByRole('tree', { name: 'Causes' });
  readonly items = this.tree.getByRole('treeitem');
  readonly selected = this.tree.getByRole('treeitem', { selected: true });
  /** Said over a tree that nobody recorded, and that tree. */
  readonly banner = this.region.getByRole('note');

  /** The row of an event by its number in the log. */
  item(sequence: number): Locator {
    return this.region.getByRole('treeitem', { name: new RegExp(`^#?${sequence}\\b`) });
  }
}

/** Runs and nodes as lanes over time. */
export class NodesView extends Part {
  readonly region = this.within.getByRole('region', { name: 'Nodes', exact: true });
  readonly lanes = this.region.getByRole('tree', { name: 'Lanes' });
  readonly items = this.lanes.getByRole('treeitem');
  readonly selected = this.lanes.getByRole('treeitem', { selected: true });
  readonly foldIdle = this.region.getByRole('checkbox', { name: /^Fold idle over/ });
  readonly order = this.region.getByRole('radiogroup', { name: 'Order of lanes' });
  /** Lanes, or what took longest. */
  readonly modes = this.region.getByRole('radiogroup', { name: 'Display of the nodes' });
  /** Of what the totals of spans are, and their tree. */
  readonly spanTypes = this.region.getByRole('radiogroup', { name: 'Displayed spans' });
  readonly slowest = this.region.getByRole('tree', { name: 'Slowest' });
  readonly orderOfSpans = this.region.getByRole('radiogroup', { name: 'Order of spans' });
  /** The steps of the critical path, and the choice to draw it over the lanes. */
  readonly path = this.region.getByRole('listbox', { name: 'Critical path' });
  readonly wholeRun = this.region.getByRole('button', { name: 'Whole run' });

  /** The lane of a run, a node or a part of one. */
  lane(name: string): Locator {
    return this.lanes.getByRole('treeitem', { name: new RegExp(`^${name}\\b`) });
  }
}

/** The list of logical envelopes, and the tab with the story of one. */
export class EnvelopesView extends Part {
  readonly region = this.within.getByRole('region', { name: 'Envelopes', exact: true });
  readonly list = this.region.getByRole('listbox', { name: 'Envelopes' });
  readonly options = this.list.getByRole('option');
  readonly selected = this.list.getByRole('option', { selected: true });
  readonly field = this.region.getByRole('textbox', { name: 'Filter envelopes' });
  /** The right pane's tab about the selected envelope. */
  readonly detail = this.within.getByRole('tabpanel', { name: 'Envelope', exact: true });
  /** Kind of the selected envelope. */
  readonly kind = this.detail.getByRole('heading', { level: 2 });
  readonly attempts = this.detail.getByRole('list', { name: 'Attempts' });
  /** "from #15 docs.search" next to the word Untrusted. */
  readonly taintSource = this.detail.getByRole('button', { name: /^from #/ }).first();
  readonly reasoning = this.detail.getByRole('region', { name: 'Reasoning', exact: true });
  /** The document of the displayed surface. */
  readonly surface = this.detail.frameLocator('iframe[title="Surface"]').first();

  /** The row of a kind. */
  row(kind: string): Locator {
    return this.list.getByRole('option', { name: new RegExp(`^${kind.replaceAll('.', '\\.')}\\b`) });
  }

  attempt(number: number): Locator {
    return this.attempts.getByRole('button', { name: new RegExp(`^Attempt ${number}\\b`) });
  }
}

/** What was tolerated or looks wrong, in groups, and the tab about one of them. */
export class ProblemsView extends Part {
  readonly region = this.within.getByRole('region', { name: 'Problems', exact: true });
  readonly tree = this.region.getByRole('tree', { name: 'Problems' });
  readonly items = this.tree.getByRole('treeitem');
  /** The right pane's tab about the selected problem. */
  readonly detail = this.within.getByRole('tabpanel', { name: 'Problem', exact: true });

  severity(name: RegExp): Locator {
    return this.region.getByRole('group', { name: 'Displayed severities' }).getByRole('button', { name });
  }

  group(code: string): Locator {
    return this.tree.getByRole('treeitem', { name: new RegExp(`^${code}\\b`) });
  }
}

/** What the acceptor and the rules make of a log, next to what its host recorded. */
export class AuditView extends Part {
  readonly region = this.within.getByRole('region', { name: 'Audit', exact: true });
  readonly totals = this.region.getByRole('list', { name: /^Answers for/ });
  readonly list = this.region.getByRole('listbox', { name: 'Findings' });
  /** Files of the host and of its team, and the report as a file. */
  readonly comparedWith = this.region.getByRole('region', { name: 'Compared with' });
  readonly selected = this.list.getByRole('option', { selected: true });
  /** The right pane's tab about the selected finding. */
  readonly detail = this.within.getByRole('tabpanel', { name: 'Finding', exact: true });
}

/** Two runs side by side, in place of a run. */
export class CompareView extends Part {
  readonly region = this.within.getByRole('region', { name: 'Comparison', exact: true });
  readonly rules = this.region.getByRole('textbox', { name: /^Rules/ });
  /** What it came to, with what limits it. */
  readonly verdict = this.region.getByRole('region', { name: 'What it came to' });
  readonly list = this.region.getByRole('listbox', { name: 'Differences' });
  readonly selected = this.list.getByRole('option', { selected: true });
  /** About the selected difference. */
  readonly detail = this.region.getByRole('region', { name: 'Difference', exact: true });
}

/** Kinds of envelopes by hosts, in place of a run. */
export class PortabilityView extends Part {
  readonly region = this.within.getByRole('region', { name: 'Other hosts', exact: true });
  readonly grid = this.region.getByRole('grid', { name: 'Kinds and hosts' });
  /** What became of files that were given, and of a removal. */
  readonly news = this.region.getByRole('region', { name: 'What became of the declarations' });
  /** About the selected cell. */
  readonly detail = this.region.getByRole('region', { name: 'What decides', exact: true });
}

/** The runs of a log of several, next to its views, and the one that they are about. */
export class RunsRail extends Part {
  readonly region = this.within.getByRole('region', { name: 'Runs', exact: true });
  readonly tree = this.region.getByRole('tree', { name: 'Runs' });
  readonly items = this.tree.getByRole('treeitem');
  readonly selected = this.tree.getByRole('treeitem', { selected: true });
  readonly search = this.region.getByRole('textbox');
  /** Says which run is visible. */
  readonly crumb = this.within.getByRole('navigation', { name: 'Current run' });
}

/** The acceptor: the envelope, the steps, the outcome. */
export class AcceptorBench extends Part {
  readonly region = this.within.getByRole('region', { name: 'Acceptor', exact: true });
  readonly editor = this.region.getByRole('textbox', { name: 'Envelope, JSON' });
  readonly steps = this.region.getByRole('list', { name: 'Accept pipeline' });
  readonly openStep = this.steps.getByRole('button', { expanded: true });
  readonly outcome = this.region.getByRole('region', { name: 'Outcome', exact: true });
  readonly repair = this.region.getByRole('region', { name: 'Smallest repair' });
  /** The context as one document; it is folded away at first. */
  readonly wholeContext = this.region.getByRole('textbox', { name: 'context', exact: true });
  readonly tabs = this.region.getByRole('tablist', { name: 'About this run' });
  /** Envelope, model turn, gate, discovery. */
  readonly parts = this.region.getByRole('tablist', { name: 'What is tried' });
  readonly turnText = this.region.getByRole('textbox', { name: 'Model turn, JSON' });
  readonly discoveryText = this.region.getByRole('textbox', { name: 'Discovery document, JSON' });
  /** What the log says of its host about what is played. */
  readonly hostRecord = this.region.getByRole('region', { name: 'Recorded by the host' });
  readonly syntax = this.region.getByRole('alert').filter({ hasText: 'Not JSON' });

  step(name: string): Locator {
    return this.steps.getByRole('button', { name });
  }

  /**
   * Writes a text in place of the one in the editor. An editor that is just taking the focus sets its own selection a
   * moment later, as no hand is quick enough to see; then everything is selected once more. Marks of a result are between
   * the lines.
   */
  async write(text: string, editor: Locator = this.editor): Promise<void> {
    await expect(async () => {
      await editor.focus();
      await this.within.keyboard.press('Control+a');
      await this.within.keyboard.press('Delete');
      await expect(editor.locator('.cm-line')).toHaveText('', { timeout: 1000 });
    }).toPass();
    await this.within.keyboard.insertText(text);
  }

  /** Chooses an entry of the menu that takes a trial along. */
  async take(words: string): Promise<void> {
    await this.region.getByRole('button', { name: 'Copy as, or save' }).click();
    await this.within.getByRole('menuitem', { name: words }).click();
    await expect(this.within.getByRole('menu')).toBeHidden();
  }

  section(name: string): Locator {
    return this.region.getByRole('region', { name, exact: true });
  }

  part(name: 'Envelope' | 'Model turn' | 'Gate' | 'Discovery'): Locator {
    return this.parts.getByRole('tab', { name, exact: true });
  }

  tab(name: 'Outcome' | 'Context' | 'Compare' | 'History'): Locator {
    return this.tabs.getByRole('tab', { name, exact: true });
  }
}

/** Puts the document of surfaces into the window as the renderer does; resolves when it has loaded. */
export async function loadSurfaceFrame(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const frame = document.createElement('iframe');
        frame.setAttribute('sandbox', 'allow-scripts');
        frame.setAttribute('allow', '');
        frame.onload = resolve;
        frame.src = './surface.html';
        document.body.append(frame);
      }),
  );
}

/** The same, and the frame as a driver holds it. */
export async function openSurfaceFrame(page: Page): Promise<Frame> {
  await loadSurfaceFrame(page);
  const frame = page.frames().find((one) => one.url().endsWith('/surface.html'));
  if (frame === undefined) throw new Error('The surface document was not loaded');
  return frame;
}

/** What became of an attempt of the page's own code: the text of its result, or the name of the error that it threw. */
export async function outcomeOf(place: Page | Frame, attempt: () => unknown): Promise<string> {
  const handle = await place.evaluateHandle(`(${attempt})`);
  return handle.evaluate(
    (run: () => unknown) =>
      new Promise<string>((resolve) => {
        // In a task of its own: what a debugger evaluates is exempt from the policy, what it leaves behind is not.
        setTimeout(async () => {
          try {
            resolve(String(await run()));
          } catch (error) {
            resolve(error instanceof Error || error instanceof DOMException ? error.name : 'an error');
          }
        });
      }),
  );
}
