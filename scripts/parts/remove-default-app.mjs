import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Hook of electron-builder, after the runtime is copied: takes out the application that Electron brings along, which
 * opens whatever path it is given. With a runtime from a folder the builder leaves it in.
 */
export default async function removeDefaultApp({ appOutDir, electronPlatformName, packager }) {
  const resources =
    electronPlatformName === 'darwin'
      ? join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
      : join(appOutDir, 'resources');
  await rm(join(resources, 'default_app.asar'), { force: true });
}
