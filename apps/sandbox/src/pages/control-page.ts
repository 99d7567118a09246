import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { bankSection } from './bank-section.ts';
import { chainSection } from './chain-section.ts';
import { faultsSection } from './faults-section.ts';
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';
import { inboxSection } from './inbox-section.ts';
import { journalSection } from './journal-section.ts';
import { marketSection } from './market-section.ts';
import { paymentsSection } from './payments-section.ts';
import { sendPage } from '../web/send-page.ts';
import { walletSection } from './wallet-section.ts';

const provider = 'The outside world';
const script = '/assets/control.js';

/** The pages for people: everything at /, the inbox alone at /inbox. */
export function controlPage(app: FastifyInstance, world: World): void {
  app.get('/', async (_request, reply) =>
    sendPage(reply, { title: 'Control', provider, script, wide: true, body: overview(world) }),
  );
  app.get('/inbox', async (_request, reply) =>
    sendPage(reply, {
      title: 'Inbox',
      provider,
      script,
      body: html`<h1 class="hidden">Inbox</h1>
        ${inboxSection(world)}`,
    }),
  );
}

function overview(world: World): Html {
  return html`<div class="intro">
      <div>
        <h1>The outside world</h1>
        <p class="muted">
          Every provider that the product at <a href="${world.productUrl}">${world.productUrl}</a> depends on, played
          here.
        </p>
      </div>
      <form data-call="POST /control/reset" data-confirm="Really forget everything?">
        <button type="submit">Reset everything</button>
      </form>
    </div>
    <nav aria-label="Providers" id="tiles" data-live>${tiles(world)}</nav>
    <div class="columns">
      ${paymentsSection(world)} ${bankSection(world)} ${inboxSection(world)} ${chainSection(world)} ${walletSection()}
      ${marketSection(world)} ${faultsSection(world)} ${journalSection(world)}
    </div>
    <output id="answer" class="answer" aria-live="polite"></output>`;
}

function tiles(world: World): Html {
  const { journal } = world;
  const bitcoin = world.market.prices().prices.find((price) => price.asset === 'BTC');
  const moved =
    journal.card_payments.length +
    journal.card_refunds.length +
    journal.card_payouts.length +
    journal.card_payout_returns.length +
    journal.chain_in.length +
    journal.chain_out.length;
  const list: [href: string, name: string, value: string][] = [
    [
      'payments',
      'Payments',
      String(Object.values(world.payProviders).flatMap(({ acquirer }) => acquirer.list()).length),
    ],
    ['bank', 'Bank transfers', String(journal.bank_in.length + journal.bank_out.length)],
    ['inbox', 'Mail and SMS', String(world.inbox.list().length)],
    ['chain', 'Bitcoin block', String(world.bitcoin.node.chain.height)],
    ['market', 'BTC in EUR', bitcoin?.bid ?? '–'],
    ['faults', 'Faults', String(world.faults.list().length)],
    ['journal', 'Journal rows', String(moved)],
  ];
  return html`<ul class="tiles">
    ${list.map(
      ([href, name, value]) =>
        html`<li>
          <a href="#${href}"><span>${name}</span><strong>${value}</strong></a>
        </li>`,
    )}
  </ul>`;
}
