import { copyFileSync } from 'node:fs';
import { sample } from '@openwop-inspector/testing/files';
import { expect, test } from '../shells.ts';

test('names of files lose what turns or hides text: in tabs, the title and the recent list', async ({
  inspector,
}, testInfo) => {
  const file = testInfo.outputPath('run\u202efdp\u0007\u009b.ndjson');
  copyFileSync(sample('repaired-ticket.ndjson'), file);
  const window = await inspector.open(file);
  const plain = 'run\ufffdfdp\ufffd\ufffd.ndjson';
  await expect(window.titleBar.activeTab).toHaveAccessibleName(new RegExp(plain));
  await expect(window.page).toHaveTitle(`${plain} · OpenWOP Inspector`);
  const again = await inspector.start();
  await expect(again.start.recentFile(plain)).toBeVisible();
});
