import type { Confirmation } from '@causeway/contract/shapes/confirmation';

/** A confirmation in the form of the wire, as it stands at a moment. */
export function tellConfirmation(
  { confirmationId, resendAt }: { confirmationId: string; resendAt: Date },
  niceId: string,
  now: Date,
): Confirmation {
  return {
    uuid: confirmationId,
    niceId,
    expirationSec: Math.max(0, Math.ceil((resendAt.getTime() - now.getTime()) / 1000)),
    expirationTimeSec: Math.ceil(resendAt.getTime() / 1000),
  };
}
