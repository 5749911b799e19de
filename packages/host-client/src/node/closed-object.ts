import { isRecord } from '@openwop-inspector/base';

/** True for an object with exactly these members of its own, each as its check wants it. */
export function hasExactly(
  value: unknown,
  members: Readonly<Record<string, (member: unknown) => boolean>>,
): boolean {
  if (!isRecord(value)) return false;
  const names = Object.keys(members);
  return (
    Object.keys(value).length === names.length &&
    names.every((name) => Object.hasOwn(value, name) && members[name]?.(value[name]) === true)
  );
}
