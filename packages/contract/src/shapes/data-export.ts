import { z } from 'zod';
import { errorItems } from '../errors/error-item.ts';
import { flag, unixSeconds } from '../fields/fields.ts';

/** How far the copy of a client's data is. */
export const dataExportState = z.object({
  success: flag,
  /** None was asked for or its time is over, it is being made, or it can be downloaded. */
  state: z.enum(['none', 'preparing', 'ready']),
  /** When it was made; 0 until it is. */
  madeAt: unixSeconds,
  /** Until when it is kept; 0 where there is none. */
  endsAt: unixSeconds,
  /** Size of the archive; 0 until it is made. */
  bytes: z.int().nonnegative(),
  /** From when on another one may be asked for; 0 for now. */
  nextAt: unixSeconds,
  errors: errorItems,
});
