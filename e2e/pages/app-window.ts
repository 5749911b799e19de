import type { Locator } from '@playwright/test';
import type { Shell } from '../shells/shell.ts';
import { AcceptorBench } from './acceptor-bench.ts';
import { ConnectScreen } from './connect-screen.ts';
import { DetailPane } from './detail-pane.ts';
import { AboutDialog, ClauseReader, ExportEvents, KeySheet, Palette, SaveSession } from './dialogs.ts';
import { dropFiles } from './drop-files.ts';
import { EventList } from './event-list.ts';
import { FilterField, Minimap, StatusBar, TitleBar, VerdictBar, ViewSwitch } from './frame.ts';
import { LiveSessionPage } from './live-session.ts';
import { Notes } from './notes.ts';
import { LoadScreen, StartScreen } from './opening.ts';
import { Part } from './part.ts';
import { PayloadSearch } from './payload-search.ts';
import { RunActions } from './run-actions.ts';
import {
  AuditView,
  CausesView,
  CompareView,
  EnvelopesView,
  NodesView,
  PortabilityView,
  ProblemsView,
  RunsRail,
} from './views.ts';

/** The window as a person sees it: its screens, its keyboard, what can be dropped on it. */
export class AppWindow extends Part {
  readonly page = this.within;
  readonly titleBar = new TitleBar(this.within);
  readonly start = new StartScreen(this.within);
  readonly load = new LoadScreen(this.within);
  readonly verdict = new VerdictBar(this.within);
  readonly views = new ViewSwitch(this.within);
  readonly filter = new FilterField(this.within);
  readonly minimap = new Minimap(this.within);
  readonly events = new EventList(this.within);
  readonly causes = new CausesView(this.within);
  readonly nodes = new NodesView(this.within);
  readonly envelopes = new EnvelopesView(this.within);
  readonly problems = new ProblemsView(this.within);
  readonly audit = new AuditView(this.within);
  readonly compare = new CompareView(this.within);
  readonly portability = new PortabilityView(this.within);
  readonly runs = new RunsRail(this.within);
  readonly search = new PayloadSearch(this.within);
  readonly detail = new DetailPane(this.within);
  readonly notes = new Notes(this.within);
  readonly status = new StatusBar(this.within);
  readonly palette = new Palette(this.within);
  readonly about = new AboutDialog(this.within);
  readonly clauses = new ClauseReader(this.within);
  readonly keySheet = new KeySheet(this.within);
  readonly exporting = new ExportEvents(this.within);
  readonly saving = new SaveSession(this.within);
  readonly acceptor = new AcceptorBench(this.within);
  readonly connect = new ConnectScreen(this.within);
  readonly live = new LiveSessionPage(this.within);
  readonly actions = new RunActions(this.within);

  constructor({ page }: Pick<Shell, 'page'>) {
    super(page);
  }

  /** Presses keys one after another, wherever the focus is. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Shows the events without a filter again, and in them the failure that ended the run, as after opening it. */
  async showFailure(): Promise<void> {
    await this.views.view('Events').click();
    await this.filter.field.fill('');
    await this.events.list.focus();
    await this.press('f');
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
