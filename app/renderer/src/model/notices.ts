/** A package that the build holds, as `notices.json` tells it. */
export interface Notice {
  readonly name: string;
  readonly version: string;
  /** Id of SPDX. */
  readonly licence: string;
  /** Whole texts of licence and notice, with their copyright lines. */
  readonly text: string;
}

/** All notices as one text. */
export function noticesText(notices: readonly Notice[]): string {
  return notices
    .map(({ name, version, licence, text }) => `${name} ${version}\nLicence: ${licence}\n\n${text}\n`)
    .join(`\n${'='.repeat(80)}\n`);
}
