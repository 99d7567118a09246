import { callAcquirer, type AcquirerAccess } from './call-acquirer.ts';
import type { CardVault } from './port.ts';
import { card, payment, payout, payouts, removed } from './shapes.ts';

/** Cards at an acquirer, over its HTTP API. */
export function createCardVault(access: AcquirerAccess, page: CardVault['page']): CardVault {
  const at = (token: string) => `/cards/${encodeURIComponent(token)}`;
  return {
    page,
    charge: ({ key, id, cardToken, holderName, isCardKept, isOwnerAsked }) =>
      callAcquirer(access, payment, {
        method: 'POST',
        path: `/payments/${encodeURIComponent(id)}/charges`,
        body: {
          card_token: cardToken,
          holder_name: holderName,
          save_card: isCardKept,
          request_three_d_secure: isOwnerAsked,
        },
        idempotencyKey: key,
      }),
    describe: (token) => callAcquirer(access, card, { method: 'GET', path: at(token) }),
    remove: async (token) => void (await callAcquirer(access, removed, { method: 'DELETE', path: at(token) })),
    payOut: ({ key, reference, amount, currency, cardToken, isCardKept }) =>
      callAcquirer(access, payout, {
        method: 'POST',
        path: '/payouts',
        body: { reference, amount, currency, card_token: cardToken, save_card: isCardKept },
        idempotencyKey: key,
      }),
    findPayouts: async (reference) =>
      (
        await callAcquirer(access, payouts, {
          method: 'GET',
          path: `/payouts?reference=${encodeURIComponent(reference)}`,
        })
      ).payouts,
  };
}
