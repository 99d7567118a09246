import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../web/refusal.ts';
import { isAcceptedBrand } from './cards.ts';
import { findPayment } from './pages/shown-payment.ts';
import { toMinor } from './payment.ts';
import { sheetMethod, unseal } from './pages/wallet-sheet.ts';
import { listAsked } from '../web/page-since.ts';
import { read } from '../web/read.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { KeptCard } from './vault.ts';

const newCharge = z.object({
  card_token: z.string().max(200),
  holder_name: z.string().max(120).default(''),
  save_card: z.boolean().default(false),
  /** The shop wants the bank to ask the card's owner, even where it would not. */
  request_three_d_secure: z.boolean().default(false),
});
const newPayout = z
  .object({
    reference: z.string().min(1).max(128),
    amount: z.string().max(32),
    currency: z.string().regex(/^[A-Z]{3}$/),
    card_token: z.string().max(200),
    save_card: z.boolean().default(false),
  })
  .refine((body) => toMinor(body.amount, body.currency) !== undefined, {
    path: ['amount'],
    message: 'must be a positive decimal amount of the currency',
  });
const newCard = z.object({ card_token: z.string().max(200) });
const newWalletCard = z.object({ wallet: z.string().max(40), token: z.string().max(20_000) });
const newSession = z.object({ validation_url: z.url({ protocol: /^https$/ }), domain: z.string().max(253) });
/** What Apple's sheet wants to know of a shop. */
const appleData = {
  version: 3,
  merchantIdentifier: 'merchant.sandbox',
  merchantCapabilities: ['supports3DS'],
  supportedNetworks: ['visa', 'masterCard', 'maestro'],
  countryCode: 'DE',
};
const sessionMs = 3_600_000;
const byToken = z.object({ token: z.string().max(200) });

/** Calls with card tokens: charges, cards and wallets, and money sent to cards. */
export function cardApi(app: FastifyInstance, provider: PaymentProvider, publicUrl: () => string): void {
  const { acquirer, answers, vault, payouts } = provider;
  app.post('/payments/:id/charges', async (request, reply) => {
    const payment = findPayment(provider, request);
    const stored = answers.once(request, () => {
      const { card_token: token, save_card, request_three_d_secure: isOwnerAsked } = read(newCharge, request.body);
      requireAccepted(vault.find(token));
      payment.save_card = save_card;
      return acquirer.charge(payment, token, { isOwnerAsked });
    });
    return reply.code(201).type('application/json').send(stored);
  });
  app.post('/cards', async (request, reply) => {
    const stored = answers.once(request, () => {
      const { card_token: token } = read(newCard, request.body);
      requireAccepted(vault.find(token));
      return present(vault.keep(vault.use(token), true));
    });
    return reply.code(201).type('application/json').send(stored);
  });
  app.get('/payments/:id/wallets', async (request) => {
    const { id } = findPayment(provider, request);
    return {
      wallets: [
        { name: 'google_pay', method: sheetMethod(provider, publicUrl()), data: { payment: id } },
        { name: 'apple_pay', method: 'https://apple.com/apple-pay', data: { ...appleData, applicationData: id } },
      ],
    };
  });
  app.post('/payments/:id/merchant-session', async (request) => {
    findPayment(provider, request);
    const { domain } = read(newSession, request.body);
    const now = Date.now();
    const ends = { epochTimestamp: now, expiresAt: now + sessionMs };
    return { merchant_session: { ...ends, domainName: domain, displayName: 'Sandbox', signature: provider.publicKey } };
  });
  app.post('/payments/:id/wallet-cards', async (request, reply) => {
    const payment = findPayment(provider, request);
    const stored = answers.once(request, () => {
      const card = vault.find(unseal(provider, payment.id, read(newWalletCard, request.body).token));
      requireAccepted(card);
      return present(card);
    });
    return reply.code(201).type('application/json').send(stored);
  });
  app.get('/cards/:token', async (request) => present(vault.find(read(byToken, request.params).token)));
  app.delete('/cards/:token', async (request) => {
    vault.remove(read(byToken, request.params).token);
    return { deleted: true };
  });
  app.post('/payouts', async (request, reply) => {
    const stored = answers.once(request, () => {
      const { card_token: token, ...body } = read(newPayout, request.body);
      requireAccepted(vault.find(token));
      return payouts.send(body, vault.use(token));
    });
    return reply.code(201).type('application/json').send(stored);
  });
  app.get('/payouts', async ({ query }) => ({ payouts: listAsked(query, (one) => payouts.list(one)) }));
  app.get('/payouts/:id', async (request) => {
    const payout = payouts.find(read(z.object({ id: z.string() }), request.params).id);
    if (payout === undefined) throw new Refusal(404, 'not_found', 'No such pay-out');
    return payout;
  });
}

function requireAccepted({ brand }: KeptCard): void {
  if (!isAcceptedBrand(brand))
    throw new Refusal(409, 'card_type_not_accepted', `The shop takes no cards of the type ${brand}`);
}

function present({ number: _number, is_used: _isUsed, ...card }: KeptCard): Omit<KeptCard, 'number' | 'is_used'> {
  return card;
}
