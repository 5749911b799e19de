/** Joins class names, leaving out what is absent: `classNames(styles.row, selected && styles.selected)`. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ');
}
