import { dueBankPayins } from '../bank-payins/due-bank-payins.ts';
import { dueBankPayouts } from '../bank-payouts/due-bank-payouts.ts';
import { listDueCardPayouts } from '../card-payouts/list-due-card-payouts.ts';
import type { DueSource } from '../lifecycle/due-source.ts';
import { listDueCardPayments } from '../payments/list-due-card-payments.ts';
import { dueSettlement } from '../settlement/due-settlement.ts';
import { listDueOrders } from './list-due-orders.ts';
import { listDuePayouts } from '../payouts/list-due-payouts.ts';

/** Everything that says what is still to come for an order. An order in none of them is at its end, or stuck. */
export const dueSources: readonly DueSource[] = [
  listDueOrders,
  listDueCardPayments,
  dueBankPayins,
  dueSettlement,
  listDuePayouts,
  dueBankPayouts,
  listDueCardPayouts,
];
