/** The fuses of a packaged Electron: switches in the binary itself, which no argument or variable can turn back. */
import fuses from '@electron/fuses';

const { FuseV1Options, getCurrentFuseWire } = fuses;

/** States as they stand in the binary: the characters 1, 0 and r. */
const ENABLE = 0x31;
const DISABLE = 0x30;
const REMOVED = 0x72;

/** What electron-builder.yml asks for. */
const wanted = {
  RunAsNode: DISABLE,
  EnableCookieEncryption: ENABLE,
  EnableNodeOptionsEnvironmentVariable: DISABLE,
  EnableNodeCliInspectArguments: DISABLE,
  EnableEmbeddedAsarIntegrityValidation: ENABLE,
  OnlyLoadAppFromAsar: ENABLE,
  LoadBrowserProcessSpecificV8Snapshot: DISABLE,
  GrantFileProtocolExtraPrivileges: DISABLE,
};

const stateNames = { [ENABLE]: 'on', [DISABLE]: 'off', [REMOVED]: 'removed' };

/**
 * Reads the fuses of a program, beside what they must be. One that this version of Electron does not have is `absent`,
 * which is right.
 *
 * @param {string} program
 * @returns {Promise<readonly { name: string, wanted: string, found: string, isRight: boolean }[]>}
 */
export async function readFuses(program) {
  const wire = await getCurrentFuseWire(program);
  return Object.entries(wanted).map(([name, state]) => {
    const found = wire[FuseV1Options[name]];
    return {
      name,
      wanted: stateNames[state],
      found: found === undefined ? 'absent' : (stateNames[found] ?? `of unknown state ${found}`),
      isRight: found === undefined || found === state,
    };
  });
}
