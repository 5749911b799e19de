import type { LiveHost } from '@openwop-inspector/testing/host';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Shell } from '../shells/shell.ts';
import { DetailPane, Notes, PayloadSearch } from './detail-pane.ts';
import { AboutDialog, ClauseReader, ExportEvents, KeySheet, Palette, SaveSession } from './dialogs.ts';
import {
  EventList,
  FilterField,
  LoadScreen,
  Minimap,
  StartScreen,
  StatusBar,
  TitleBar,
  VerdictBar,
  ViewSwitch,
} from './frame.ts';
import { ConnectScreen, LiveSessionPage, RunActions } from './live.ts';
import { Part } from './part.ts';
import {
  AcceptorBench,
  AuditView,
  CausesView,
  CompareView,
  EnvelopesView,
  NodesView,
  PortabilityView,
  ProblemsView,
  RunsRail,
} from './views.ts';

/** The window as the user sees it: its screens, its keyboard, what can be dropped on it. */
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
  /** Messages about files that could not be opened. */
  readonly failures = this.page.getByRole('alert');

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

  /** Opens a menu by its button, and chooses an entry. */
  async choose(button: Locator, entry: string | RegExp): Promise<void> {
    await button.click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  /** Presses Tab until the target has the focus. */
  async tabTo(target: Locator, mostSteps = 40): Promise<void> {
    for (let step = 0; step < mostSteps; step += 1) {
      await this.page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Tab did not reach ${target} in ${mostSteps} steps`);
  }

  /** Drags files over the middle of the window and lets go, as the system does; folders arrive as folders. */
  async drop(...files: readonly string[]): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) if (await tryToDrop(this.page, files)) return;
    throw new Error(`a drop did not reach the page in ${ATTEMPTS} attempts`);
  }
}

/** How often a drop is tried that the browser's own tools did not deliver to the page. */
const ATTEMPTS = 6;
/** How long a delivered drop may take to reach the page. */
const DELIVERY_MS = 4_000;

/**
 * Whether the page received a drop. The developer tools lose one now and then on a busy machine, which says nothing
 * of the application; what it does with a drop that arrived is the scenario's matter.
 */
async function tryToDrop(page: Page, files: readonly string[]): Promise<boolean> {
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const place = { x: width / 2, y: height / 2 };
  const devTools = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devTools.send('Input.dispatchDragEvent', { type, ...place, data });
  await page.evaluate((patienceMs) => {
    const arrival = new Promise<boolean>((resolve) => {
      window.addEventListener('drop', () => resolve(true), { once: true, capture: true });
      setTimeout(() => resolve(false), patienceMs);
    });
    Object.assign(window, { dropArrived: arrival });
  }, DELIVERY_MS);
  await send('dragEnter');
  await send('dragOver');
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
  await send('dragOver');
  await send('drop');
  const arrived = await page.evaluate(() => 'dropArrived' in window && window.dropArrived);
  await devTools.detach();
  return arrived === true;
}

/** Goes the way of the user who has the address of a run and a token for its host, until a session begins. */
export async function attachTo(window: AppWindow, host: LiveHost, runId: string): Promise<void> {
  expect(await tryToAttach(window, host, runId), `a session with ${runId} begins`).toBe(true);
}

/** A host that holds its answers back refuses later than a busy machine is slow. */
const REFUSAL_MS = 60_000;

/** The same; false when the host is refused in place of a session. */
export async function tryToAttach(
  window: AppWindow,
  { origin, key }: Pick<LiveHost, 'origin' | 'key'>,
  runId: string,
): Promise<boolean> {
  const { connect, titleBar } = window;
  const before = await titleBar.tabs.count();
  await openConnectScreen(window);
  await connect.address.fill(`${origin}/v1/runs/${encodeURIComponent(runId)}`);
  await connect.address.press('Enter');
  const saved = connect.hosts.getByRole('option').filter({ hasText: origin });
  await expect(connect.addHost.or(saved).first()).toBeVisible();
  if (await connect.addHost.isVisible()) {
    await connect.addHost.click();
    await connect.setToken(key);
  }
  await expect(connect.runId).toHaveValue(runId);
  await connect.attach.click();
  const refusal = connect.region.getByRole('alert');
  const hasBegun = async () => (await titleBar.tabs.count()) > before;
  await expect
    .poll(async () => (await hasBegun()) || (await refusal.count()) > 0, { timeout: REFUSAL_MS })
    .toBe(true);
  return hasBegun();
}

/** Opens the connection screen from the start screen, or over a session. */
export async function openConnectScreen({ start, titleBar, connect, page }: AppWindow): Promise<void> {
  if ((await titleBar.tabs.count()) === 0) await start.hosts.click();
  else await page.keyboard.press('Control+l');
  await expect(connect.region).toBeVisible();
}
