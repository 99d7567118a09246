import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readAsset } from '../../web/assets.ts';
import { html } from '../../web/html.ts';
import { read } from '../../web/read.ts';
import { Refusal } from '../../web/refusal.ts';
import { sendPage } from '../../web/send-page.ts';
import { cardOf, testCards } from '../cards.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { takesCard } from '../payment.ts';

const chosen = z.object({ payment: z.string().max(64), number: z.string().max(40) });
const sealed = z.object({ protocolVersion: z.literal('ECv2'), signature: z.string(), signedMessage: z.string() });
const message = z.object({ payment: z.string(), card: z.string() });
/** One pixel: browsers install no payment app without an icon. */
const icon = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The method by which a browser finds the wallet of this provider. */
export function sheetMethod(provider: PaymentProvider, publicUrl: string): string {
  return `${publicUrl}/${provider.path}/sheet/`;
}

/**
 * The wallet as a payment app of the browser: found by its method's manifest, installed when it is first used. What its
 * sheet gives is sealed for one payment.
 */
export function walletSheet(app: FastifyInstance, provider: PaymentProvider, publicUrl: () => string): void {
  const base = () => sheetMethod(provider, publicUrl());
  const worker = readAsset('wallet-worker.js');
  app.get('/sheet/', async (_request, reply) =>
    sendPage(reply.header('link', `<${base()}methods.json>; rel="payment-method-manifest"`), {
      title: 'Pay with the wallet',
      provider: `${provider.title}, wallet`,
      script: '/assets/wallet-sheet.js',
      body: html`<section class="card pay" aria-labelledby="amount">
        <h1 class="amount" id="amount">…</h1>
        <p>Choose a card of this wallet</p>
        <div class="stack" id="cards" data-path="/${provider.path}">
          ${testCards.map(
            ({ number, label }) =>
              html`<button class="button line" type="button" data-card="${number}">
                ···· ${number.slice(-4)} · ${label}
              </button>`,
          )}
          <button class="plain" type="button" id="cancel">Cancel</button>
        </div>
      </section>`,
    }),
  );
  app.get('/sheet/methods.json', async () => ({
    default_applications: [`${base()}app.json`],
  }));
  app.get('/sheet/app.json', async (_request, reply) =>
    reply.type('application/manifest+json').send({
      name: 'Sandbox Pay',
      short_name: 'Sandbox Pay',
      start_url: base(),
      icons: [{ src: 'icon.png', sizes: '32x32', type: 'image/png' }],
      serviceworker: { src: 'worker.js', scope: base() },
    }),
  );
  app.get('/sheet/icon.png', async (_request, reply) => reply.type('image/png').send(Buffer.from(icon, 'base64')));
  app.get('/sheet/worker.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(worker));
  app.post('/sheet/cards', async (request) => {
    const { payment: id, number } = read(chosen, request.body);
    const payment = provider.acquirer.find(id);
    if (payment === undefined || !takesCard(payment)) throw new Refusal(404, 'not_found', 'No such payment');
    const { token } = provider.vault.keep(cardOf(number, { month: 12, year: 2034 }), false);
    const signedMessage = JSON.stringify({ payment: id, card: token });
    return { protocolVersion: 'ECv2', signature: sign(provider, signedMessage), signedMessage };
  });
}

/** The card's token in what a sheet gave for this payment. */
export function unseal(provider: PaymentProvider, payment: string, text: string): string {
  const parsed = sealed.safeParse(parse(text)).data;
  const isOurs = parsed !== undefined && sameText(parsed.signature, sign(provider, parsed.signedMessage));
  const inside = message.safeParse(isOurs ? parse(parsed.signedMessage) : undefined).data;
  if (inside?.payment !== payment) throw new Refusal(404, 'card_unknown', 'No sheet gave this for the payment');
  return inside.card;
}

function sign({ key }: PaymentProvider, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64');
}

function sameText(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
