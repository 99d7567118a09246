import type { PaymentProvider } from '../acquirer/payment-provider.ts';
import type { World } from '../world.ts';
import type { SandboxState } from './state-shape.ts';

const mostMessages = 200;
const mostWebhooks = 500;

/** Everything that has to survive a restart. */
export function exportState(world: World): SandboxState {
  return {
    version: 2,
    seed: world.config.seed,
    payFirms: {
      acquirer: exportProvider(world.payProviders.acquirer),
      acquirer_two: exportProvider(world.payProviders.acquirer_two),
      sofort: exportProvider(world.payProviders.sofort),
      wallet: exportProvider(world.payProviders.wallet),
    },
    bank: world.bank.save(),
    bankAnswers: world.bankAnswers.save(),
    bankWebhooks: world.bankWebhooks.deliveries.slice(-mostWebhooks),
    applicants: [...world.identity.list()],
    identityWebhooks: world.identityWebhooks.deliveries.slice(-mostWebhooks),
    messages: world.inbox.list().slice(0, mostMessages),
    journal: { ...world.journal },
    bitcoin: world.bitcoin.save(),
  };
}

function exportProvider({
  acquirer,
  answers,
  webhooks,
  vault,
  payouts,
}: PaymentProvider): SandboxState['payFirms']['acquirer'] {
  return {
    payments: acquirer.list().toReversed(),
    answers: answers.save(),
    webhooks: webhooks.deliveries.slice(-mostWebhooks),
    cards: vault.save(),
    payouts: payouts.list().toReversed(),
  };
}
