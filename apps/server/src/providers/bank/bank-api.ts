import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { parseSecrets, refuseSignature } from '../acquirer/refuse-signature.ts';
import { callProvider, type ProviderCall } from '../call-provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { Bank, BankEvent, BankReport, BankPayout, BankRequisites, BankTransfer } from './port.ts';

const timeoutMs = 8000;

const requisites = z
  .object({ iban: z.string().min(1), bic: z.string(), bank_name: z.string(), holder: z.string() })
  .transform(({ iban, bic, bank_name: bankName, holder }): BankRequisites => ({ iban, bic, bankName, holder }));
const transfer = z
  .object({
    id: z.string().min(1).max(200),
    iban: z.string().max(42),
    reference: z.string().max(500),
    amount: z.string(),
    returned_amount: z.string().default('0'),
    currency: z.string(),
    sender_name: z.string().max(500),
    sender_iban: z.string().max(42),
    booked_at: z.int(),
  })
  .transform((raw): BankTransfer => ({
    id: raw.id,
    iban: raw.iban,
    reference: raw.reference,
    amount: raw.amount,
    returnedAmount: raw.returned_amount,
    currency: raw.currency,
    senderName: raw.sender_name,
    senderIban: raw.sender_iban,
    bookedAt: new Date(raw.booked_at * 1000),
  }));
const payout: z.ZodType<BankPayout> = z.object({
  id: z.string().min(1),
  reference: z.string(),
  amount: z.string(),
  currency: z.string(),
  status: z.enum(['pending', 'settled', 'returned']),
});
const held = z.object({ currency: z.string(), balance: z.string() });
const account = held
  .extend({ iban: z.string(), balances: z.array(held).default([]) })
  // A bank with accounts in one currency only lists none.
  .transform(({ iban, currency, balance, balances }) => ({
    iban,
    balances: balances.length > 0 ? balances : [{ currency, balance }],
  }));
const numbered = z
  .looseObject({ number: z.int().min(1) })
  .transform((body): BankReport => ({ number: BigInt(body.number), body }));
const transfers = z.object({ transfers: z.array(numbered) });
const payouts = z.object({ payouts: z.array(payout) });
const returned = z.object({ id: z.string().min(1), reference: z.string(), amount: z.string(), currency: z.string() });
const returns = z.object({ returns: z.array(returned) });
const failure = z.object({ error: z.object({ code: z.string(), message: z.string().default('') }) });
const event = z.object({
  id: z.string().min(1).max(200),
  type: z.string().max(100),
  data: z.object({ reference: z.string().max(500) }),
});

const name = 'bank_one';

/** The bank over its HTTP API. */
export function createBank(config: Pick<Config, 'BANK_URL' | 'BANK_KEY' | 'BANK_WEBHOOK_SECRETS'>): Bank {
  const secrets = parseSecrets(config.BANK_WEBHOOK_SECRETS);
  const get = (path: string) => request(`${config.BANK_URL}/v1${path}`, { method: 'GET', headers: authorize(config) });
  const post = (path: string, key: string, body: object) =>
    request(`${config.BANK_URL}/v1${path}`, {
      method: 'POST',
      headers: { ...authorize(config), 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
  const at = (id: string) => encodeURIComponent(id);
  return {
    name,
    getAccount: async () => read(account, await get('/account')),
    issueRequisites: async ({ key, ...body }) => read(requisites, await post('/requisites', key, body)),
    listTransfers: async (after, limit) =>
      read(transfers, await get(`/transfers?after=${after}&limit=${limit}`)).transfers,
    readTransfer: (body) => {
      const parsed = transfer.safeParse(body);
      return parsed.success ? parsed.data : { fault: z.prettifyError(parsed.error) };
    },
    returnTransfer: async ({ key, id, ...body }) =>
      read(returned, await post(`/transfers/${at(id)}/returns`, key, body)),
    findReturns: async (id) => read(returns, await get(`/transfers/${at(id)}/returns`)).returns,
    createPayout: async ({ key, beneficiaryName, ...body }) =>
      read(payout, await post('/payouts', key, { ...body, beneficiary_name: beneficiaryName })),
    getPayout: async (id) => read(payout, await get(`/payouts/${at(id)}`)),
    findPayouts: async (reference) => read(payouts, await get(`/payouts?reference=${at(reference)}`)).payouts,
    listPayouts: async (since, after) =>
      read(payouts, await get(`/payouts?since=${Math.floor(since.getTime() / 1000)}&after=${at(after)}`)).payouts,
    readEvent: (body, signature, now) => {
      const refused = refuseSignature(body, signature, secrets, now);
      return refused === undefined ? readEvent(body) : { refused };
    },
  };
}

function authorize({ BANK_KEY }: Pick<Config, 'BANK_KEY'>): Record<string, string> {
  return { authorization: `Bearer ${BANK_KEY}` };
}

async function request(url: string, call: ProviderCall): Promise<unknown> {
  const { status, text } = await callProvider(name, url, call, timeoutMs);
  const body = parseJson(text);
  if (status >= 200 && status < 300 && body !== undefined) return body;
  const reported = failure.safeParse(body).data?.error;
  // A refusal must be in the bank's own format; anything else leaves open what happened.
  const isRefusal = status >= 400 && status < 500 && reported !== undefined;
  const code = reported?.code ?? `http_${status}`;
  throw new ProviderError(name, isRefusal ? 'refused' : 'unknown', { code, message: reported?.message ?? '' });
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ProviderError(name, 'unknown', { code: 'answer_malformed', cause: parsed.error });
}

function readEvent(body: string): BankEvent | { refused: string } {
  const parsed = event.safeParse(parseJson(body));
  if (!parsed.success) return { refused: 'body_malformed' };
  return { id: parsed.data.id, type: parsed.data.type, reference: parsed.data.data.reference };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
