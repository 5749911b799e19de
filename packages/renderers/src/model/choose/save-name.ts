/** The name that a save dialog proposes for foreign content (security S-09). */

/** Names that Windows reserves for devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(\.|$))/i;
/** Controls, direction marks, zero-width characters, tags, and halves of pairs: all unseen or misleading. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
/** Room for the folder before it and for the numbers that a shell adds. In UTF-16 units. */
const MAX_LENGTH = 120;

/**
 * A name without folders, devices, hidden or misleading characters; `fallback` when nothing is left. Has no leading
 * dot and no trailing dot or blank. The last ending survives a cut.
 */
export function saveName(name: string, fallback: string): string {
  const last = name.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? '';
  const clean = last
    .replace(UNSEEN, '')
    .replace(/[:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (clean === '') return fallback;
  return shortened(RESERVED.test(clean) ? `_${clean}` : clean);
}

function shortened(name: string): string {
  if (name.length <= MAX_LENGTH) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  const head = name.slice(0, MAX_LENGTH - ending.length).replace(/[\uD800-\uDBFF]$|[.\s]+$/g, '');
  return `${head}${ending}`;
}
