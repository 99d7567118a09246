import { z } from 'zod';
import { unixSeconds } from '../fields/fields.ts';

/** A code was sent that approves an order or withdrawal (3-41, A-015, A-016). */
export const confirmation = z.object({
  /** Identifier of this code; every resend makes a new one. */
  uuid: z.string(),
  niceId: z.string(),
  /** Seconds until another code may be requested. */
  expirationSec: z.int(),
  /** The same moment in Unix seconds. */
  expirationTimeSec: unixSeconds,
  /** Where the code comes from: an e-mail, or the client's authenticator when there is one. */
  codeFrom: z.enum(['email', 'authenticator']),
});

export type Confirmation = z.output<typeof confirmation>;
