import { addressFields } from '../../features/address/rules/address-fields.ts';
import type { AddressValues } from '../../features/address/rules/address-values.ts';
import type { Preorder } from '../../features/exchange/rules/preorder.ts';

type Draft = { of: string; values: Partial<AddressValues> };

/** Kept in memory only: an account number has no place in the storage of a browser. */
let kept: Draft = { of: '', values: {} };

export interface DraftOwner {
  /** Empty for a visitor. */
  client: string;
  preorder: Preorder;
}

/** Keeps what was typed in the address step for whoever steps back and comes again; what was agreed to is asked anew. */
export function keepDraft(owner: DraftOwner, values: AddressValues): void {
  kept = { of: nameOf(owner), values: Object.fromEntries(addressFields.map(({ key }) => [key, values[key]])) };
}

/** What the same client has typed for the same pay-out; an address of the page or of another order wins over it. */
export function draftOf(owner: DraftOwner): Partial<AddressValues> {
  return kept.of === nameOf(owner) ? kept.values : {};
}

function nameOf({ client, preorder }: DraftOwner): string {
  const { payoutCurrency, payoutGroup, dstAddress, dstTag, memoId, memoValue } = preorder;
  return JSON.stringify([client, payoutCurrency, payoutGroup, dstAddress, dstTag, memoId, memoValue]);
}
