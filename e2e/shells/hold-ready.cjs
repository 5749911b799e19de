/**
 * Loaded by Electron before the application (`-r`): the application is ready only when the driver is attached, as with
 * the loader that the driver gives to an Electron of its own. A driver that attaches while the first page is committed
 * misses that navigation, and waits for it without end.
 */
const { app } = require('electron');

const ready = app.whenReady();
const attached = new Promise((resolve) => {
  // The driver calls it by this name when it is attached.
  globalThis.__playwright_run = resolve;
});
app.whenReady = () => attached.then(() => ready);

// The application would take this file for one to open.
process.argv.splice(process.argv.indexOf('-r'), 2);
