import type { World } from '../world.ts';
import type { SandboxState } from './state-shape.ts';

const mostMessages = 200;
const mostWebhooks = 500;

/** Everything that has to survive a restart. */
export function takeState(world: World): SandboxState {
  return {
    version: 1,
    seed: world.config.seed,
    payments: world.acquirer.list().toReversed(),
    answers: world.answers.save(),
    webhooks: world.webhooks.deliveries.slice(-mostWebhooks),
    bank: world.bank.save(),
    bankAnswers: world.bankAnswers.save(),
    bankWebhooks: world.bankWebhooks.deliveries.slice(-mostWebhooks),
    messages: world.inbox.list().slice(0, mostMessages),
    journal: { ...world.journal },
    bitcoin: world.bitcoin.save(),
  };
}
