import { walletNames } from '@causeway/domain/payments/payment-providers';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, flagText, line, niceId, someText } from '../fields/fields.ts';

/**
 * C-31 Pay by card. With the hosted-page acquirer the answer's `redirect` is the page to pay on; asking again
 * after a decline gives the same page while the order waits. Card numbers never travel here: `cardToken` is of the
 * acquirer's frame, `walletToken` of the sheet of `wallet`, sealed by it for the acquirer.
 */
export const payOrder = defineCall({
  id: 'C-31',
  name: 'payOrder',
  summary: 'Start or resume the card payment of an order',
  method: 'POST',
  path: '/onramp/o/{niceId}/pay',
  encoding: 'form',
  access: 'merchant',
  params: z.object({ niceId }),
  request: z.object({
    provider: line(40).optional(),
    cardToken: line(200).optional(),
    token: line(200).optional(),
    sessionToken: line(200).optional(),
    clientUniqueId: line(200).optional(),
    cardHolderName: line(120).optional(),
    saveCard: flagText.optional(),
    payoutCardToken: line(200).optional(),
    wallet: z.enum(walletNames).optional(),
    walletToken: someText(16_000).optional(),
  }),
  answer: z.object({ success: flag, redirect: z.string(), errors: errorItems }),
});
