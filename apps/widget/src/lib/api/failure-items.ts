import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { NetworkFailure } from './network-failure.ts';
import { ServerFailure } from './server-failure.ts';

/** The errors of a failed call: the server's own, else that the network or our side failed. */
export function failureItems(failure: unknown): readonly ErrorItem[] {
  if (failure instanceof ServerFailure && failure.errors.length > 0) return failure.errors;
  const code = failure instanceof NetworkFailure ? 'TRY_LATER' : 'SYSTEM_ERROR';
  return [{ type: 'danger', field: '', code, text: '' }];
}
