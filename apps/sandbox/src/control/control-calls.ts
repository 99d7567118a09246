import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { faultRequest } from '../faults.ts';
import { toUnits } from '../market/price-units.ts';
import type { World } from '../world.ts';
import { acquirerCalls } from './acquirer-calls.ts';
import { bankCalls } from './bank-calls.ts';
import { chainCalls } from './chain-calls.ts';
import { ethereumCalls } from './ethereum-calls.ts';
import { identityCalls } from './identity-calls.ts';
import { read } from '../web/read.ts';
import { Refusal } from '../web/refusal.ts';

const price = z.string().transform((text, context) => {
  const units = toUnits(text);
  if (units !== undefined && units > 0n) return units;
  context.addIssue({ code: 'custom', message: 'must be positive decimal text' });
  return z.NEVER;
});
const spread = z
  .union([z.string(), z.number()])
  .transform((given) => toUnits(String(given)))
  .refine((units) => units !== undefined && units <= 50n * 10n ** 12n, { message: 'must be a percentage from 0 to 50' })
  .transform((units) => (units ?? 0n) / 10n ** 8n);
const marketChange = z.object({
  asset: z.string().optional(),
  eur: price.optional(),
  usd: price.optional(),
  spread_percent: spread.optional(),
  hold: z.boolean().optional(),
});

/** A product that hangs holds a control call no longer. */
const longestWaitMs = 1000;

/** The calls under /control: JSON in, JSON out, for tests, demos and the control page. */
export function controlCalls(app: FastifyInstance, world: World): void {
  // After the answer to a change the product has its webhooks: a test that goes on meets no race.
  app.addHook('onSend', async ({ method }) => {
    if (method === 'POST') await Promise.race([settleWebhooks(world), sleep(longestWaitMs, undefined, { ref: false })]);
  });
  acquirerCalls(app, world);
  bankCalls(app, world);
  identityCalls(app, world);
  app.register(async (calls) => ethereumCalls(calls, () => world.ethereum), { prefix: '/chains/ethereum' });
  app.register(async (chains) => chainCalls(chains, world), { prefix: '/chains/:chain' });

  app.get('/inbox', async (request) => ({
    messages: world.inbox.list(read(z.object({ to: z.string().optional() }), request.query).to),
  }));
  app.post('/captcha/token', async (request) => {
    const { action } = read(z.object({ action: z.string().max(100).optional() }), request.body);
    return { token: world.captcha.issue(action, new URL(world.productUrl).hostname) };
  });
  app.post('/captcha', async (request) => {
    const { challenge } = read(z.object({ challenge: z.enum(['never', 'next', 'always']) }), request.body);
    world.captcha.mode = challenge;
    return { challenge };
  });
  app.post('/market', async (request) => setMarket(world, read(marketChange, request.body)));
  app.get('/faults', async () => ({ faults: world.faults.list() }));
  app.post('/faults', async (request) => {
    const fault = read(faultRequest, request.body);
    world.faults.add(fault);
    return fault;
  });
  app.delete('/faults', async () => {
    world.faults.clear();
    return {};
  });
  app.get('/journal', async () => world.journal);
  app.post('/product', async (request) => {
    const { url } = read(z.object({ url: z.url({ protocol: /^https?$/ }) }), request.body);
    world.productUrl = url.replace(/\/+$/, '');
    return { url: world.productUrl };
  });
  app.post('/reset', async () => {
    await world.reset();
    return {};
  });
}

async function settleWebhooks({ payProviders, bankWebhooks, identityWebhooks }: World): Promise<void> {
  const all = [...Object.values(payProviders).map(({ webhooks }) => webhooks), bankWebhooks, identityWebhooks];
  await Promise.all(all.map((webhooks) => webhooks.settle()));
}

function setMarket(world: World, change: z.infer<typeof marketChange>): unknown {
  const { asset, spread_percent: spreadUnits, ...rest } = change;
  if (asset === undefined) {
    if (change.hold === undefined) throw new Refusal(400, 'invalid_request', 'asset: is missing');
    world.market.holdAll(change.hold);
    return { hold: change.hold };
  }
  if (!world.market.has(asset))
    throw new Refusal(404, 'unknown_asset', `The market does not know ${asset.slice(0, 20)}`);
  world.market.set({ asset, ...rest, spread: spreadUnits });
  return {
    prices: world.market.prices().prices.filter((row) => row.asset === asset),
    hold: world.market.isHeld(asset),
  };
}
