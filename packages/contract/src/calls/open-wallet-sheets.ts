import { walletNames } from '@causeway/domain/payments/payment-providers';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line, niceId } from '../fields/fields.ts';

/**
 * C-94 The sheets of wallets that an order can be paid with (an addition to the specification), as the acquirer's
 * session for it names them: `method` and `data` are what the browser's Payment Request takes, `data` as JSON text.
 * With `validationUrl`, which Apple's sheet hands out, `merchantSession` is the acquirer's proof that this page may
 * take the payment, as JSON text; it is empty otherwise. What a sheet gives is paid with by C-31.
 */
export const openWalletSheets = defineCall({
  id: 'C-94',
  name: 'openWalletSheets',
  summary: 'The wallet sheets of an order',
  method: 'POST',
  path: '/onramp/o/{niceId}/wallets',
  encoding: 'form',
  access: 'merchant',
  params: z.object({ niceId }),
  request: z.object({ validationUrl: line(500).optional() }),
  answer: z.object({
    success: flag,
    sheets: z.array(z.object({ name: z.enum(walletNames), method: z.string(), data: z.string() })),
    merchantSession: z.string(),
    errors: errorItems,
  }),
});
