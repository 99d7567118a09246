import { callAcquirer, parseJson, type AcquirerAccess } from './call-acquirer.ts';
import { createCardVault } from './card-vault.ts';
import type { Acquirer, AcquirerEvent, CardVault, NewAcquirerPayment } from './port.ts';
import { parseSecrets, refuseSignature } from './refuse-signature.ts';
import { event, payment, payments, refund } from './shapes.ts';

/** One provider of the configuration. */
export interface AcquirerSettings extends AcquirerAccess {
  /** `keyId:secret` pairs separated by commas. */
  webhookSecrets: string;
  webhookPath: string;
  /** Its script charges a payment under a session. */
  hasSessions: boolean;
  /** Missing where it takes no cards. */
  cardPage?: CardVault['page'];
}

/** A provider that takes payments, over its HTTP API. */
export function createCardAcquirer(settings: AcquirerSettings): Acquirer {
  const secrets = parseSecrets(settings.webhookSecrets);
  const at = (id: string) => `/payments/${encodeURIComponent(id)}`;
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
    getPayment: (id) => callAcquirer(settings, payment, { method: 'GET', path: at(id) }),
    findPayments: async (reference) => {
      const path = `/payments?reference=${encodeURIComponent(reference)}`;
      return (await callAcquirer(settings, payments, { method: 'GET', path })).payments;
    },
    cancelPayment: (id) => callAcquirer(settings, payment, { method: 'POST', path: `${at(id)}/cancel` }),
    refundPayment: async ({ key, id, amount, currency }) => {
      const call = {
        method: 'POST',
        path: `${at(id)}/refunds`,
        body: { amount, currency },
        idempotencyKey: key,
      } as const;
      return { id: (await callAcquirer(settings, refund, call)).id };
    },
    vault: settings.cardPage && createCardVault(settings, settings.cardPage),
    readEvent: (body, signature, now) => {
      const refused = refuseSignature(body, signature, secrets, now);
      return refused === undefined ? readEvent(body) : { refused };
    },
  };
}

function toNewPayment(input: NewAcquirerPayment): object {
  return {
    reference: input.reference,
    amount: input.amount,
    currency: input.currency,
    description: input.description,
    return_url: input.returnUrl,
    expires_at: Math.floor(input.expiresAt.getTime() / 1000),
    flow: input.flow,
    save_card: input.isCardKept,
  };
}

function readEvent(body: string): AcquirerEvent | { refused: string } {
  const parsed = event.safeParse(parseJson(body));
  if (!parsed.success) return { refused: 'body_malformed' };
  return { id: parsed.data.id, type: parsed.data.type, paymentId: parsed.data.data.id };
}
