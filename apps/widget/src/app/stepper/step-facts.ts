import type { ExchangeMode } from '@causeway/domain/orders/find-exchange-mode';
import { exchangeMode } from '../../features/exchange/rules/exchange-mode.ts';
import { isClientEmail } from '../../features/exchange/rules/client-email.ts';
import { isFull } from '../../features/exchange/rules/preorder.ts';
import { isVerificationOutstanding } from '../../features/exchange/rules/submit-rules.ts';
import { modeRow } from '../modes.ts';
import type { FlowParts } from './flow-parts.ts';
import { isSkipped } from './is-skipped.ts';
import type { StepFacts } from './next-step.ts';

/** What the rule of the next step asks about, as it is now. */
export function stepFacts({ account, exchange, stepper, prices, mode }: FlowParts): StepFacts & {
  exchangeMode: ExchangeMode;
} {
  const { order, isContinuing } = stepper.getState();
  const { client, config } = account.store.getState();
  const { preorder, clientEmail } = exchange.getState();
  const { limits } = prices.store.getState().price.answer;
  return {
    isAuthorized: client.isAuthorized === 1,
    isVerificationOutstanding: isVerificationOutstanding(client, limits),
    isPreorderFull: isFull(preorder) && (!modeRow(mode).isMerchant || isClientEmail(clientEmail)),
    isSecondStepSkipped: isSkipped(client, config, preorder),
    isContinuing,
    isOrderFinished: order?.isFinish === 1,
    hasOrder: order !== undefined,
    exchangeMode: exchangeMode(config, preorder),
  };
}
