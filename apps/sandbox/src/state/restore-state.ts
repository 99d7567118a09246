import type { World } from '../world.ts';
import type { SandboxState } from './state-shape.ts';

/** Puts a world back to where it was left; what was under way goes on. */
export function restoreState(world: World, state: SandboxState): void {
  Object.assign(world.journal, state.journal);
  world.bitcoin.restore(state.bitcoin);
  world.inbox.restore(state.messages);
  world.answers.restore(state.answers);
  world.acquirer.restore(state.payments);
  world.webhooks.restore(state.webhooks);
  world.bankAnswers.restore(state.bankAnswers);
  world.bank.restore(state.bank);
  world.bankWebhooks.restore(state.bankWebhooks);
}
