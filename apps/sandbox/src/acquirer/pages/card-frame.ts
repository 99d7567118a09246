import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readAsset } from '../../web/assets.ts';
import { sendPage } from '../../web/send-page.ts';
import { Refusal } from '../../web/refusal.ts';
import { cardOf } from '../cards.ts';
import { read } from '../../web/read.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { takesCard } from '../payment.ts';
import { readFrameFields } from './read-card-form.ts';
import { frameQuery, frameBody } from './card-frame-view.ts';

const card = z.object({ number: z.string().max(40), expiry: z.string().max(20), cvc: z.string().max(8) });
const newToken = card.extend({ public_key: z.string() });
const newCharge = card.extend({
  session_token: z.string().max(200),
  client_unique_id: z.string().max(200),
  save_card: z.boolean().default(false),
});

/** The frame in which shops let payers type a card, and the calls that the frame makes. */
export function cardFrame(app: FastifyInstance, provider: PaymentProvider, publicUrl: () => string): void {
  const { acquirer, vault } = provider;
  app.get('/tokenize', async (request, reply) => {
    const query = read(frameQuery, request.query);
    requireKey(provider, query.public_key);
    return sendPage(reply, {
      title: 'Card',
      provider: provider.title,
      body: frameBody(provider, query),
      script: '/assets/card-frame.js',
      isFramable: true,
      frame: query.theme ?? 'auto',
    });
  });
  app.post('/tokenize', async (request, reply) => {
    const { public_key: key, ...fields } = read(newToken, request.body);
    requireKey(provider, key);
    const typed = readFrameFields(fields);
    if ('faults' in typed) return reply.code(422).send(typed);
    const { token, brand, last4, exp_month, exp_year } = vault.keep(cardOf(typed.digits, typed.expiry), false);
    return { token, brand, last4, exp_month, exp_year };
  });
  if (provider.code === 'acquirer_two') {
    const script = readAsset('acquirer-two-fields.js');
    app.get('/fields.js', async (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'no-cache')
        .send(
          script
            .replaceAll('SANDBOX_FRAME_URL', `${publicUrl()}/${provider.path}/tokenize`)
            .replaceAll('SANDBOX_PUBLIC_KEY', provider.publicKey),
        ),
    );
    app.post('/charge', async (request, reply) => {
      const { session_token, client_unique_id, save_card, ...fields } = read(newCharge, request.body);
      const payment = acquirer.findSession(session_token);
      if (payment === undefined || payment.client_unique_id !== client_unique_id)
        throw new Refusal(404, 'session_unknown', 'No such session');
      const typed = readFrameFields(fields);
      if ('faults' in typed) return reply.code(422).send(typed);
      if (takesCard(payment)) {
        payment.save_card ||= save_card;
        acquirer.charge(payment, vault.keep(cardOf(typed.digits, typed.expiry), false).token);
      }
      const { status, challenge_url, decline_reason, card: charged } = payment;
      return { status, challenge_url, decline_reason, token: charged?.token ?? null };
    });
  }
}

function requireKey(provider: PaymentProvider, key: string): void {
  if (key !== provider.publicKey) throw new Refusal(401, 'unauthorized', 'The public key is wrong');
}
