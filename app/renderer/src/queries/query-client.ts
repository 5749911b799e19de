import { QueryClient } from '@tanstack/react-query';

/**
 * Answers come from our own worker: they never go stale by themselves (the generation in their key does that), need
 * no network, and are not worth a second try.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        structuralSharing: false,
      },
    },
  });
}
