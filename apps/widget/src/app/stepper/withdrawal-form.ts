import { encodeForm } from '@causeway/contract/wire/encode-form';
import type { Preorder } from '../../features/exchange/rules/preorder.ts';

/** The preorder as a form of the client's own site (C-46): of the two amounts the one that drives the price (4.4-06, A-030). */
export function withdrawalForm(preorder: Preorder): [name: string, value: string][] {
  const { payinAmount, payoutAmount, isPayoutCalc, ...rest } = preorder;
  const amount = isPayoutCalc ? { payoutAmount } : { payinAmount, isPayoutCalc };
  return [...encodeForm({ ...rest, ...amount })];
}
