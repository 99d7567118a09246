import { toUnixSeconds } from '@causeway/contract/fields/fields';
import { type AcquirerAccess, callAcquirer, parseJson } from './call-acquirer.ts';
import type { Acquirer, AcquirerEvent, CardVault, NewAcquirerPayment } from './port.ts';
import { parseSecrets, refuseSignature } from './refuse-signature.ts';
import { card, event, merchantSession, payment, payments, payout, payouts, refund, removed, sheets } from './shapes.ts';

/** One provider of the configuration. */
interface AcquirerSettings extends AcquirerAccess {
  /** `keyId:secret` pairs separated by commas. */
  webhookSecrets: string;
  webhookPath: string;
  /** Its script charges a payment under a session. */
  hasSessions: boolean;
  /** Missing where it takes no cards. */
  cardPage?: CardVault['page'];
  wallets?: CardVault['wallets'];
}

/** A provider that takes payments, over its HTTP API. */
export function createCardAcquirer(settings: AcquirerSettings): Acquirer {
  const secrets = parseSecrets(settings.webhookSecrets);
  const paymentPath = (id: string) => `/payments/${encodeURIComponent(id)}`;
  return {
    name: settings.name,
    webhookPath: settings.webhookPath,
    createPayment: (input) =>
      callAcquirer(settings, payment, {
        method: 'POST',
        path: settings.hasSessions ? '/sessions' : '/payments',
        body: toNewPayment(input),
        idempotencyKey: input.key,
      }),
    getPayment: (id) => callAcquirer(settings, payment, { method: 'GET', path: paymentPath(id) }),
    findPayments: async (reference) => {
      const path = `/payments?reference=${encodeURIComponent(reference)}`;
      return (await callAcquirer(settings, payments, { method: 'GET', path })).payments;
    },
    listPayments: async (since, after) =>
      (await callAcquirer(settings, payments, { method: 'GET', path: `/payments${sinceQuery(since, after)}` }))
        .payments,
    cancelPayment: (id) => callAcquirer(settings, payment, { method: 'POST', path: `${paymentPath(id)}/cancel` }),
    refundPayment: async ({ key, id, amount, currency }) => {
      const call = {
        method: 'POST',
        path: `${paymentPath(id)}/refunds`,
        body: { amount, currency },
        idempotencyKey: key,
      } as const;
      return { id: (await callAcquirer(settings, refund, call)).id };
    },
    vault: settings.cardPage && createCardVault(settings, settings.cardPage, settings.wallets ?? []),
    readEvent: (body, signature, now) => {
      const refused = refuseSignature(body, signature, secrets, now);
      return refused === undefined ? readEvent(body) : { refused };
    },
  };
}

function sinceQuery(since: Date, after: string): string {
  return `?since=${toUnixSeconds(since)}&after=${encodeURIComponent(after)}`;
}

function toNewPayment(input: NewAcquirerPayment): object {
  return {
    reference: input.reference,
    amount: input.amount,
    currency: input.currency,
    description: input.description,
    return_url: input.returnUrl,
    expires_at: toUnixSeconds(input.expiresAt),
    flow: input.flow,
    save_card: input.isCardKept,
  };
}

function readEvent(body: string): AcquirerEvent | { refused: string } {
  const parsed = event.safeParse(parseJson(body));
  if (!parsed.success) return { refused: 'body_malformed' };
  return { id: parsed.data.id, type: parsed.data.type, paymentId: parsed.data.data.id };
}

/** Cards at an acquirer, over its HTTP API. */
function createCardVault(access: AcquirerAccess, page: CardVault['page'], wallets: CardVault['wallets']): CardVault {
  const walletPath = (id: string, what: string) => `/payments/${encodeURIComponent(id)}/${what}`;
  const cardPath = (token: string) => `/cards/${encodeURIComponent(token)}`;
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
    wallets,
    openSheets: async (id) =>
      (await callAcquirer(access, sheets, { method: 'GET', path: walletPath(id, 'wallets') })).wallets.filter(
        ({ name }) => wallets.includes(name),
      ),
    proveShop: async ({ id, validationUrl, domain }) => {
      const body = { validation_url: validationUrl, domain };
      const call = { method: 'POST', path: walletPath(id, 'merchant-session'), body } as const;
      return (await callAcquirer(access, merchantSession, call)).merchant_session;
    },
    takeWallet: ({ key, id, wallet, walletToken }) =>
      callAcquirer(access, card, {
        method: 'POST',
        path: walletPath(id, 'wallet-cards'),
        body: { wallet, token: walletToken },
        idempotencyKey: key,
      }),
    describe: (token) => callAcquirer(access, card, { method: 'GET', path: cardPath(token) }),
    keep: ({ key, cardToken }) =>
      callAcquirer(access, card, {
        method: 'POST',
        path: '/cards',
        body: { card_token: cardToken },
        idempotencyKey: key,
      }),
    remove: async (token) => void (await callAcquirer(access, removed, { method: 'DELETE', path: cardPath(token) })),
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
    listPayouts: async (since, after) =>
      (await callAcquirer(access, payouts, { method: 'GET', path: `/payouts${sinceQuery(since, after)}` })).payouts,
  };
}
