import { ServerFailure } from '../../../lib/api/server-failure.ts';

export type LostReason = 'NOT_FOUND' | 'NETWORK_ERROR';

/** Why an order could not be read (7-12, A-146): only the server itself can say that there is none. */
export function lostReason(failure: unknown): LostReason {
  return failure instanceof ServerFailure && failure.status === 404 ? 'NOT_FOUND' : 'NETWORK_ERROR';
}
