import { ServerFailure } from '../../../lib/api/server-failure.ts';

export type LostReason = 'NOT_FOUND' | 'NETWORK_ERROR' | 'SYSTEM_ERROR';

/**
 * Why an order could not be read (7-12, A-146): only the server itself can say that there is none, or that it failed.
 */
export function lostReason(failure: unknown): LostReason {
  if (!(failure instanceof ServerFailure)) return 'NETWORK_ERROR';
  return failure.status === 404 ? 'NOT_FOUND' : 'SYSTEM_ERROR';
}
