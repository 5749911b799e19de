import { masker } from '@openwop-inspector/base';
import { areConnectionsRemoved } from '@openwop-inspector/renderers';
import type { ShellInfo } from '@openwop-inspector/shell-contract';
import { CopyButton, Dialog, Icon, layout, Pending, SearchField } from '@openwop-inspector/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Fold } from '../shared/Fold.tsx';
import { useInfoStore } from '../shared/settings-store.ts';

/** What remains without the guard (ADR 0010). A page cannot find out whether its browser honours a header. */
const NOT_REMOVED: Readonly<Record<ShellInfo['shell'], string>> = {
  desktop: 'WebRTC could not be removed from this window. The desktop application blocks its network access.',
  browser:
    'WebRTC could not be removed from this window. Only a browser that honours the Connection-Allowlist header, such as Chromium 156, blocks its network access.',
};

const SHELL_WORDS = { desktop: 'Desktop window', browser: 'Browser window' };

/** Version and licence of the inspector, whether WebRTC is removed, and the notices of the packages in its build. */
export function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  const { version, shell } = useInfoStore();
  const [isRemoved] = useState(() => areConnectionsRemoved(window));
  const notices = useQuery({ queryKey: ['notices'], queryFn: fetchNotices });
  return (
    <Dialog title="About OpenWOP Inspector" kind="page" onClose={onClose}>
      <div className={layout.pad0x20x16}>
        <p className={layout.words}>
          Version {version}. {SHELL_WORDS[shell]}. Licence: Apache-2.0.
        </p>
        <WebRtcStatus isRemoved={isRemoved} shell={shell} />
      </div>
      {notices.data === undefined ? (
        <div className={layout('words pad0x20x16')}>
          {notices.isError ? (
            <p role="alert">The notices of the packages are not part of this build.</p>
          ) : (
            <Pending>Reading the notices</Pending>
          )}
        </div>
      ) : (
        <Notices notices={notices.data} />
      )}
    </Dialog>
  );
}

/** The text of a licence is rendered when it is unfolded: all of them are two hundred kilobytes. */
function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = notices.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(wanted));
  return (
    <section aria-label="Third-party notices" className={layout('topRuled pad12x20')}>
      <h3 className={layout.title}>Third-party notices</h3>
      <div className={layout('flex wrap gap8 padY4')}>
        <SearchField
          type="search"
          label="Search packages and licences"
          placeholder={`Search ${notices.length} packages`}
          value={search}
          onChange={setSearch}
        />
        <CopyButton
          label="Copy all notices"
          text={() => Promise.resolve(masker.text(noticesText(notices)))}
        />
      </div>
      <p role="status" className={layout('aside padBottom4')}>
        {found.length === notices.length
          ? `${notices.length} packages`
          : `${found.length} of ${notices.length} packages`}
      </p>
      <ul>
        {found.map(({ name, version, licence, text }) => (
          <li key={`${name} ${version}`}>
            <Fold title={`${name} ${version}, ${licence}`}>
              <section aria-label={`Licence of ${name}`}>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by Tab */}
                <pre className={layout('scrolls framed roundedMore pad8x12 max22em')} tabIndex={0}>
                  {text}
                </pre>
              </section>
            </Fold>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Notices of the packages in the build, a file next to the document; fetched when first displayed. */
async function fetchNotices(): Promise<readonly Notice[]> {
  const response = await fetch('./notices.json');
  if (!response.ok) throw new Error(`notices.json: status ${response.status}`);
  // Written by our own build, next to the script that reads it.
  return (await response.json()) as readonly Notice[];
}

/** A package of the build, as in `notices.json`. */
interface Notice {
  readonly name: string;
  readonly version: string;
  /** Id of SPDX. */
  readonly licence: string;
  /** Whole texts of licence and notice, with their copyright lines. */
  readonly text: string;
}

/** All notices as one text. */
function noticesText(notices: readonly Notice[]): string {
  return notices
    .map(({ name, version, licence, text }) => `${name} ${version}\nLicence: ${licence}\n\n${text}\n`)
    .join(`\n${'='.repeat(80)}\n`);
}

/** Whether WebRTC, which no content security policy covers, is removed from the window; else what blocks it. */
export function WebRtcStatus(props: { readonly isRemoved: boolean; readonly shell: ShellInfo['shell'] }) {
  const { isRemoved, shell } = props;
  if (isRemoved) return <p className={layout.words}>WebRTC: removed from this window and its frames.</p>;
  return (
    <p role="alert" className={layout('rowTop body warnText gap8')}>
      <Icon name="warning" /> {NOT_REMOVED[shell]}
    </p>
  );
}
