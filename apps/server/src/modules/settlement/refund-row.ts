import type { Selectable } from 'kysely';
import type { ReceivedMoney as ReceivedMoneyTable, Refunds } from '../../database/types.generated.ts';

/** Money on its way back. */
export type RefundRow = Selectable<Refunds>;

/** Money that arrived, and the way back to where it came from. */
export type MoneySource = Selectable<ReceivedMoneyTable>;

/** How money goes back. `balance`: onto the client's balance, where its source cannot be paid. */
export type RefundMethod = 'card' | 'bank' | 'chain' | 'balance';
