import { z } from 'zod';
import type { Config } from '../../config.ts';
import { callFirm } from '../call-firm.ts';
import { ProviderError } from '../provider-error.ts';
import { acquirerStatuses, type Acquirer, type AcquirerEvent, type AcquirerPayment } from './port.ts';
import { parseSecrets, refuseSignature } from './refuse-signature.ts';

const timeoutMs = 8000;

const payment = z
  .object({
    id: z.string().min(1),
    reference: z.string(),
    amount: z.string(),
    currency: z.string(),
    status: z.enum(acquirerStatuses),
    page_url: z.url({ protocol: /^https?$/ }),
    card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    decline_reason: z.string().nullable(),
  })
  .transform((raw): AcquirerPayment => ({
    id: raw.id,
    reference: raw.reference,
    amount: raw.amount,
    currency: raw.currency,
    status: raw.status,
    pageUrl: raw.page_url,
    cardBrand: raw.card?.brand ?? '',
    cardLast4: raw.card?.last4 ?? '',
    declineReason: raw.decline_reason ?? '',
  }));
const payments = z.object({ payments: z.array(payment) });
const refund = z.object({ id: z.string().min(1), status: z.literal('done') });
const failure = z.object({ error: z.object({ code: z.string(), message: z.string().default('') }) });
const event = z.object({
  id: z.string().min(1).max(200),
  type: z.string().max(100),
  data: z.object({ id: z.string() }),
});

/** Name kept with payments and in the ledger. */
const name = 'card_one';

/** The card acquirer with hosted pages, over its HTTP API. */
export function createCardAcquirer(
  config: Pick<Config, 'ACQUIRER_URL' | 'ACQUIRER_KEY' | 'ACQUIRER_WEBHOOK_SECRETS'>,
): Acquirer {
  const secrets = parseSecrets(config.ACQUIRER_WEBHOOK_SECRETS);
  const call = (method: 'GET' | 'POST', path: string, body?: object, idempotencyKey?: string) =>
    request(`${config.ACQUIRER_URL}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${config.ACQUIRER_KEY}`,
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
  const at = (id: string) => `/payments/${encodeURIComponent(id)}`;
  return {
    name,
    createPayment: async (input) => read(payment, await call('POST', '/payments', toNewPayment(input), input.key)),
    getPayment: async (id) => read(payment, await call('GET', at(id))),
    findPayments: async (reference) =>
      read(payments, await call('GET', `/payments?reference=${encodeURIComponent(reference)}`)).payments,
    cancelPayment: async (id) => read(payment, await call('POST', `${at(id)}/cancel`)),
    refundPayment: async ({ key: refundKey, id, amount, currency }) => {
      const { id: refundId } = read(refund, await call('POST', `${at(id)}/refunds`, { amount, currency }, refundKey));
      return { id: refundId };
    },
    readEvent: (body, signature, now) => {
      const refused = refuseSignature(body, signature, secrets, now);
      return refused === undefined ? readEvent(body) : { refused };
    },
  };
}

function toNewPayment(input: Parameters<Acquirer['createPayment']>[0]): object {
  return {
    reference: input.reference,
    amount: input.amount,
    currency: input.currency,
    description: input.description,
    return_url: input.returnUrl,
    expires_at: Math.floor(input.expiresAt.getTime() / 1000),
  };
}

async function request(url: string, init: RequestInit): Promise<unknown> {
  const { status, text } = await callFirm(name, url, init, timeoutMs);
  const body = parseJson(text);
  if (status >= 200 && status < 300 && body !== undefined) return body;
  const told = failure.safeParse(body).data?.error;
  // A refusal must be told in the acquirer's own words; anything else on the way leaves open what happened.
  const isRefusal = status >= 400 && status < 500 && told !== undefined;
  const code = told?.code ?? `http_${status}`;
  throw new ProviderError(name, isRefusal ? 'refused' : 'unknown', { code, message: told?.message ?? '' });
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ProviderError(name, 'unknown', { code: 'answer_malformed', cause: parsed.error });
}

function readEvent(body: string): AcquirerEvent | { refused: string } {
  const parsed = event.safeParse(parseJson(body));
  if (!parsed.success) return { refused: 'body_malformed' };
  return { id: parsed.data.id, type: parsed.data.type, paymentId: parsed.data.data.id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
