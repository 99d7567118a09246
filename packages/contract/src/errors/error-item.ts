import { z } from 'zod';
import { errorCodes } from './error-codes.ts';

/** How an error item is shown; danger when left out (3-64). */
export const errorTypes = ['danger', 'warning', 'info'] as const;

/** One fault: `field` names the input in wire form (`dst_address`), `text` is ready to show. */
export const errorItem = z.object({
  type: z.enum(errorTypes),
  field: z.string().meta({ description: 'The input it belongs to, as it is named on the wire; empty for the whole.' }),
  code: z
    .custom<ErrorCode>((value) => typeof value === 'string' && Object.hasOwn(errorCodes, value))
    .meta({ type: 'string', enum: Object.keys(errorCodes) }),
  text: z.string().meta({ description: 'Ready to show, in the language of Accept-Language.' }),
});

export type ErrorCode = keyof typeof errorCodes;
export type ErrorItem = z.output<typeof errorItem>;
export const errorItems = z.array(errorItem);
