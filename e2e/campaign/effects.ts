/** How an effect of the server is covered by the campaign: the name of a route that has it, or why no route has. */
export type Met = { readonly flow: string } | { readonly none: string };

const card = { flow: 'card to bitcoin' };
const transfer = { flow: 'bank transfer to bitcoin' };
const coins = { flow: 'bitcoin to bank account' };
const paidAfterCancel = { flow: 'card, canceled and paid all the same' };
const operator = { none: 'An operator does it by hand, in one transaction with the note of it.' };
const alarmed = { none: 'It raises an alarm by design; the tests of its room kill and repeat it.' };
const noOrders = { none: 'It belongs to no order.' };

/** What the server does at a provider, as the proxies name it. */
export const outsideEffects: Readonly<Record<string, Met>> = {
  'POST /acquirer/v1/payments': card,
  'POST /acquirer/v1/sessions': { none: 'The payment of acquirer two: the same adapter and the same steps.' },
  'POST /acquirer/v1/payments/{id}/cancel': paidAfterCancel,
  'POST /acquirer/v1/payments/{id}/refunds': paidAfterCancel,
  'POST /acquirer/v1/payments/{id}/charges': { flow: 'card in the page, kept and deleted' },
  'POST /acquirer/v1/payouts': { flow: 'bitcoin to card' },
  'POST /acquirer/v1/cards': noOrders,
  'DELETE /acquirer/v1/cards/{id}': { flow: 'card in the page, kept and deleted' },
  'POST /bank/v1/requisites': transfer,
  'POST /bank/v1/transfers/{id}/returns': { flow: 'half a bank transfer and back' },
  'POST /bank/v1/payouts': coins,
  'POST /captcha/siteverify': card,
  'POST /sms/v1/messages': noOrders,
  'RPC sendrawtransaction': card,
  'RPC eth_sendRawTransaction': { flow: 'card to a token' },
};

/** Entries of the ledger, by their kind. */
export const ledgerEffects: Readonly<Record<string, Met>> = {
  balance_deposit: noOrders,
  balance_hold: { flow: 'balance to bitcoin' },
  balance_payout: { flow: 'card to balance' },
  balance_release: { flow: 'balance and canceled' },
  bank_payin: transfer,
  bank_payout: coins,
  bank_payout_return: alarmed,
  bank_return: noOrders,
  bank_taken_back: alarmed,
  bank_unplaced: noOrders,
  card_chargeback: alarmed,
  card_payin: card,
  card_payout: { flow: 'bitcoin to card' },
  card_payout_again: { none: 'News of an acquirer about an order that has ended: the tests of its room repeat it.' },
  card_payout_return: { none: 'News of an acquirer about an order that has ended: the tests of its room repeat it.' },
  card_refund: paidAfterCancel,
  card_won: { none: 'News of an acquirer about an order that has ended: the tests of its room repeat it.' },
  chain_fee: { flow: 'token to balance, and collected' },
  chain_payout: card,
  conversion: card,
  crypto_other_currency: alarmed,
  crypto_payin: coins,
  demo_balance: noOrders,
  deposit_lost: alarmed,
  deposit_paid_again: alarmed,
  deposit_regained: alarmed,
  forgotten_order: operator,
  forgotten_payment: operator,
  forgotten_payment_lost: operator,
  forgotten_payment_won: operator,
  held_freed: operator,
  kept_booked: operator,
  money_claimed: noOrders,
  outside_spend: operator,
  outside_spend_back: operator,
  partner_fee_canceled: alarmed,
  partner_fee_lost: alarmed,
  partner_fee_released: noOrders,
  partner_fee_returned: alarmed,
  partner_settlement: noOrders,
  payout_by_hand: operator,
  proceeds_held: alarmed,
  referral_canceled: alarmed,
  dust_left: noOrders,
  referral_given_up: noOrders,
  referral_payout: noOrders,
  referral_released: noOrders,
  referral_reward: { none: 'The clients of the campaign came by no link; it is written with the end of the order.' },
  refund: { flow: 'half a bank transfer and back' },
  refund_to_balance: alarmed,
  reversal: operator,
  small_deposit: noOrders,
  small_deposits_credited: noOrders,
  wallet_funding: noOrders,
};
