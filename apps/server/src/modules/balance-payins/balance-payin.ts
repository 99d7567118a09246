import type { PayinMethod } from '../settlement/payin-method.ts';
import { holdBalance } from './hold-balance.ts';
import { refundToBalance } from './refund-to-balance.ts';
import { releaseBalance } from './release-balance.ts';
import { findOpenConfirmation } from '../confirmations/find-open-confirmation.ts';

/** Paid from the client's balance, with a code that approves it. Nothing outside takes part. */
export const balancePayin: PayinMethod = {
  firstStatus: 'confirmation_pending',
  plan: holdBalance,
  sync: () => Promise.resolve(),
  stop: releaseBalance,
  tell: async (context, order) => ({ confirmation: await findOpenConfirmation(context, order) }),
  refund: refundToBalance,
};
