/** Texts shared by stories. */

/** Would set a flag on the window if any of it ran; the e2e scenario checks for it. */
export const script = '<script>globalThis.inspectorCanary = 1</script>';
export const onError = '<img src="https://attacker.example/x.png" onerror="globalThis.inspectorCanary = 1">';
export const scriptAddress = 'javascript:globalThis.inspectorCanary=1';

/** Reverses the writing direction, so that `exe.` seems to come first. */
export const turned = 'invoice\u202Efdp.exe';
/** Invisible characters between its words. */
export const unseen = 'pay\u200Bpal\u2060.example\uFEFF';
/** Colours of a terminal, and a bell. */
export const terminal = '\u001B[31mred\u001B[0m\u0007';

/** One of each kind of text that could be taken for markup. */
export const hostileTexts: readonly string[] = [
  script,
  onError,
  scriptAddress,
  '"><svg onload=globalThis.inspectorCanary=1>',
  '</style></textarea></title><iframe src="https://attacker.example/"></iframe>',
  '{{constructor.constructor("globalThis.inspectorCanary=1")()}}',
  turned,
  unseen,
  terminal,
  `e${'\u0301'.repeat(40)}`,
];

/** A sentence in Arabic with a number and a name in Latin letters. */
export const arabic = 'تم حفظ الملف export.ndjson بعد 3 محاولات، ويمكن متابعة العمل الآن.';
export const hebrew = 'הקובץ נשמר לאחר 3 ניסיונות; אפשר להמשיך.';

/** The given number of words, the same each time. */
export function longText(words: number): string {
  const some = 'the export writes one event a line and keeps the order of the run'.split(' ');
  return Array.from({ length: words }, (_unused, at) => some[at % some.length]).join(' ');
}
