import { paymentProviderCodes } from '../acquirer/payment-provider.ts';
import type { World } from '../world.ts';
import type { SandboxState } from './state-shape.ts';

/** Restores a world to its saved state and continues what was under way. */
export function restoreState(world: World, state: SandboxState): void {
  Object.assign(world.journal, state.journal);
  world.bitcoin.restore(state.bitcoin);
  world.inbox.restore(state.messages);
  for (const code of paymentProviderCodes) {
    const [provider, saved] = [world.payProviders[code], state.payFirms[code]];
    provider.vault.restore(saved.cards);
    provider.answers.restore(saved.answers);
    provider.acquirer.restore(saved.payments);
    provider.payouts.restore(saved.payouts);
    provider.webhooks.restore(saved.webhooks);
  }
  world.identity.restore(state.applicants);
  world.identityWebhooks.restore(state.identityWebhooks);
  world.bankAnswers.restore(state.bankAnswers);
  world.bank.restore(state.bank);
  world.bankWebhooks.restore(state.bankWebhooks);
}
