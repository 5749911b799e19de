import type { Locator, Page } from '@playwright/test';
import type { Shell } from '../shells/shell.ts';
import { AcceptorBench } from './acceptor-bench.ts';
import { ConnectScreen } from './connect-screen.ts';
import { DetailPane } from './detail-pane.ts';
import { AboutDialog, ClauseReader, KeySheet, Palette } from './dialogs.ts';
import { dropFiles } from './drop-files.ts';
import { EventList } from './event-list.ts';
import { FilterField, Minimap, StatusBar, TitleBar, VerdictBar, ViewSwitch } from './frame.ts';
import { LiveSessionPage } from './live-session.ts';
import { LoadScreen, StartScreen } from './opening.ts';
import { RunActions } from './run-actions.ts';
import { CausesView, EnvelopesView, NodesView, ProblemsView } from './views.ts';

/** The window as a person sees it: its screens, its keyboard, what can be dropped on it. */
export class AppWindow {
  readonly page: Page;
  readonly titleBar: TitleBar;
  readonly start: StartScreen;
  readonly load: LoadScreen;
  readonly verdict: VerdictBar;
  readonly views: ViewSwitch;
  readonly filter: FilterField;
  readonly minimap: Minimap;
  readonly events: EventList;
  readonly causes: CausesView;
  readonly nodes: NodesView;
  readonly envelopes: EnvelopesView;
  readonly problems: ProblemsView;
  readonly detail: DetailPane;
  readonly status: StatusBar;
  readonly palette: Palette;
  readonly about: AboutDialog;
  readonly clauses: ClauseReader;
  readonly keySheet: KeySheet;
  readonly acceptor: AcceptorBench;
  readonly connect: ConnectScreen;
  readonly live: LiveSessionPage;
  readonly actions: RunActions;

  constructor({ page }: Pick<Shell, 'page'>) {
    this.page = page;
    this.titleBar = new TitleBar(page);
    this.start = new StartScreen(page);
    this.load = new LoadScreen(page);
    this.verdict = new VerdictBar(page);
    this.views = new ViewSwitch(page);
    this.filter = new FilterField(page);
    this.minimap = new Minimap(page);
    this.events = new EventList(page);
    this.causes = new CausesView(page);
    this.nodes = new NodesView(page);
    this.envelopes = new EnvelopesView(page);
    this.problems = new ProblemsView(page);
    this.detail = new DetailPane(page);
    this.status = new StatusBar(page);
    this.palette = new Palette(page);
    this.about = new AboutDialog(page);
    this.clauses = new ClauseReader(page);
    this.keySheet = new KeySheet(page);
    this.acceptor = new AcceptorBench(page);
    this.connect = new ConnectScreen(page);
    this.live = new LiveSessionPage(page);
    this.actions = new RunActions(page);
  }

  /** Presses keys one after another, wherever the focus is. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Presses Tab until the target has the focus. */
  async tabTo(target: Locator, mostSteps = 40): Promise<void> {
    for (let step = 0; step < mostSteps; step += 1) {
      await this.page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Tab did not reach ${target} in ${mostSteps} steps`);
  }

  /** Drops files from the system into the middle of the window. */
  drop(...files: readonly string[]): Promise<void> {
    return dropFiles(this.page, files);
  }

  /** Messages about files that could not be opened. */
  get failures() {
    return this.page.getByRole('alert');
  }
}
