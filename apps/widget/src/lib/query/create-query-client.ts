import { QueryClient } from '@tanstack/react-query';

/** Failures are shown, not silently repeated: repeating is the business of the token refresh and of the polls. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'online', refetchOnWindowFocus: false, staleTime: Infinity },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
