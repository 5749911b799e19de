import { useQuery } from '@tanstack/react-query';
import type { Notice } from '../model/notices.ts';

/** Notices of the packages that the build holds, a file beside the document; asked when they are first shown. */
export const useNotices = () => useQuery({ queryKey: ['notices'], queryFn: fetchNotices });

async function fetchNotices(): Promise<readonly Notice[]> {
  const response = await fetch('./notices.json');
  if (!response.ok) throw new Error(`notices.json: status ${response.status}`);
  // Written by our own build, beside the script that reads it.
  return (await response.json()) as readonly Notice[];
}
