import type { createOrder } from '@causeway/contract/calls/create-order';
import type { Language } from '@causeway/domain/languages/languages';
import { addressFamily } from '../../budgets/address-family.ts';
import { takeCounters, type TakenTry } from '../../budgets/take-try.ts';
import type { AppContext, Reader } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { CallInput } from '../../plugins/bind-call.ts';
import { openBuyer } from '../merchants/open-buyer.ts';
import type { OrderRequest, OrderTerms } from '../merchants/read-terms.ts';

type Client = Extract<Reader, { kind: 'client' }>;

/** Who makes an order: the client who is signed in, or the e-mail address that pays a merchant. */
export type Payer =
  | { kind: 'client'; actor: string; reader: Client }
  | { kind: 'buyer'; actor: string; email: string; partnerKey: string };

/**
 * Tells who makes an order. In a merchant's order a sign-in counts for nothing.
 *
 * @throws Refusal ACCESS_EXPIRED for a visitor, REQUIRED for a merchant's order without an e-mail address
 */
export async function readPayer(
  input: Pick<CallInput<typeof createOrder>, 'identify'>,
  { clientEmail: email }: OrderRequest,
  terms: OrderTerms | undefined,
): Promise<Payer> {
  if (terms?.isMerchant === true) {
    const { partnerKey } = terms.partner;
    if (email === undefined) throw new Refusal({ code: 'REQUIRED', field: 'client_email' });
    return { kind: 'buyer', actor: `merchant:${partnerKey}:${email}`, email, partnerKey };
  }
  const reader = await input.identify();
  if (reader.kind !== 'client') throw new Refusal({ code: 'ACCESS_EXPIRED' });
  return { kind: 'client', actor: `client:${reader.clientId}`, reader };
}

/** Orders that nobody signs in for: each leaves letters at an address that somebody typed, and an address for coins. */
const buyersOrders = { ofEmail: 6, ofAddress: 30, seconds: 3600 } as const;

/** Counts an order without a sign-in before it is made. @throws Refusal TOO_MANY_REQUESTS */
export async function takeBuyersOrder(
  context: AppContext,
  { email }: Extract<Payer, { kind: 'buyer' }>,
  ip: string,
): Promise<TakenTry> {
  const { ofEmail, ofAddress, seconds } = buyersOrders;
  return takeCounters(context, [
    { what: 'order', by: 'recipient', value: email, tries: ofEmail, seconds },
    { what: 'order', by: 'address', value: addressFamily(ip), tries: ofAddress, seconds },
  ]);
}

/** The client whose order it becomes; an address that nobody has yet gets one. */
export async function openPayer(context: AppContext, payer: Payer, language: Language): Promise<Client> {
  if (payer.kind === 'client') return payer.reader;
  const clientId = await openBuyer(context, { ...payer, language });
  return { kind: 'client', clientId, sessionId: '' };
}
