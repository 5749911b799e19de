/** Which content a person can read as text, for the button "View source". */
import { isReadableSource } from '../model/choose/media-type.ts';
import type { ContentFacts } from './content-facts.ts';

/** True for text, JSON, and the executing types that are text; false for PDF, media, and what nobody declared. */
export function isTextSource({ declaredType, answeredType, sniffedType }: ContentFacts): boolean {
  if (sniffedType !== null) return false;
  return [declaredType, answeredType].some((type) => type !== null && isTextType(type));
}

function isTextType(type: string): boolean {
  if (isReadableSource(type) || type.startsWith('text/')) return true;
  return /^application\/(json|x-ndjson|yaml|toml|sql|x-sh)$|\+(json|yaml)$/.test(type);
}
