import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import type { Order } from '@causeway/contract/shapes/order';
import type { AddressValues } from '../../features/address/rules/address-values.ts';
import { realTimers } from '../../lib/timing/timers.ts';
import { untilAnswered } from '../../lib/timing/until-answered.ts';
import { modeRow } from '../modes.ts';
import { type StepFacts, backStep, isSkipped, nextStep } from './next-step.ts';
import { type Stage, createStage } from './create-stage.ts';
import type { FlowParts } from './flow-parts.ts';
import { placeOrder, withoutStep } from './place-order.ts';
import type { StepName } from './steps.ts';
import { postForm } from '../../platform/post-form.ts';
import type { ExchangeMode } from '@causeway/domain/orders/find-exchange-mode';
import { exchangeMode } from '../../features/exchange/rules/find-option.ts';
import { isClientEmail, isVerificationOutstanding } from '../../features/exchange/rules/submit-rules.ts';
import { type Preorder, isFull } from '../../features/exchange/rules/preorder.ts';
import { encodeForm } from '@causeway/contract/wire/encode-form';

/** Milliseconds after a sign-in until the continue-payment flag is cleared (4.6-04). */
export const continueClearDelay = 100;

/** An order that is placed, and a code that approves one, open their view wherever they come from (4.3-05, 4.3-06). */
function followOrder({ stepper, router }: FlowParts, { show, showOrder }: Stage): void {
  stepper.subscribe((state, old) => {
    if (router.current().name !== 'order-stepper') return;
    if (state.confirmation && !old.confirmation) show('confirmation', 'forward');
    else if (!state.confirmation && isNewlyPlaced(state.order, old.order)) showOrder();
  });
}

/** The order on screen waits for its code: asks for it. Returns whether it does. */
function askAgain({ stepper, router }: FlowParts): boolean {
  const waiting = stepper.getState().order?.confirmation;
  if (!waiting) return false;
  router.navigate('order-stepper');
  stepper.setState({ confirmation: waiting });
  return true;
}

function isNewlyPlaced(order: Order | undefined, before: Order | undefined): boolean {
  return order?.isFinish === 1 && (before?.isFinish !== 1 || before.niceId !== order.niceId);
}

/** Whether the signed-in client is not known to the page yet: its first answers are still under way. */
function isUnread({ account, runtime }: FlowParts): boolean {
  return runtime.session.tokens() !== undefined && account.store.getState().client.isAuthorized === 0;
}

/** Reads the client and the config again, after a break of the connection as soon as it is back. */
function readAccount({ account, stepper, runtime, timers = realTimers }: FlowParts): Promise<unknown> {
  const { network, texts, toasts } = runtime;
  const { step } = stepper.getState();
  const waiting = {
    network,
    timers,
    isWanted: () => stepper.getState().step === step,
    onWait: () => toasts.show({ kind: 'waiting', text: texts.t('tpl:common:error:network') }),
  };
  return untilAnswered(waiting, () => Promise.all([account.refreshClient(), account.refreshConfig()]));
}

/** Moves from step to step: the rules decide, this carries out. */
export function createMoves(parts: FlowParts) {
  const { exchange, stepper, prices, router, mode, timers = realTimers } = parts;
  const { isMerchant, first } = modeRow(mode);
  const { show, showOrder } = createStage(parts);
  const facts = () => stepFacts(parts);
  followOrder(parts, { show, showOrder });
  const isAt = (step: StepName) => stepper.getState().step === step;
  const isInSight = () => router.current().name === 'order-stepper';

  async function forward(step = stepper.getState().step): Promise<void> {
    const next = isMerchant ? nextMerchantStep(step, facts()) : nextStep(step, facts());
    const isArriving = next === 'address' && facts().isSecondStepSkipped;
    const isOrdering = isArriving || (next === 'status' && stepper.getState().order === undefined);
    if (!isOrdering) show(next, 'forward');
    // Who has opened another page meanwhile finds the price again, and no order.
    else if (isInSight()) await create(parts, show);
    else show('exchange', 'back');
  }

  return {
    async submitExchange() {
      // The second half of a double click still meets the form, when the step has already changed.
      if (stepper.getState().step !== first) return;
      if (isMerchant) return forward();
      // A client quicker than the first answers is not asked to log in again.
      if (isUnread(parts)) await readAccount(parts);
      if (!isAt(first) || !isInSight()) return;
      const { isAuthorized, isVerificationOutstanding, exchangeMode } = facts();
      const action = submitAction({ isVerificationOutstanding, exchangeMode });
      if (action === 'deposit' || action === 'withdrawal') return openModePage(parts, action);
      if (action === 'order') stepper.setState({ isContinuing: !isAuthorized });
      await forward('exchange');
    },
    async submitAddress(values: AddressValues) {
      const { dstAddress, dstTag, memoId, memoType, memoValue } = values;
      exchange.getState().patch({ dstAddress, dstTag, memoId, memoType, memoValue });
      await create(parts, show, values);
    },
    confirm: (confirmation: Confirmation) => stepper.setState({ confirmation }),
    confirmed() {
      if (nextStep('confirmation', facts()) === 'status') showOrder();
      else show('auth', 'forward');
    },
    async signedIn() {
      await readAccount(parts);
      // The step may have been left: another one leads on by its own button.
      if (isAt('auth')) await forward();
      // The guards know whether an agreement waits for this client (4.3-15).
      router.check();
      timers.after(continueClearDelay, () => stepper.setState({ isContinuing: false }));
    },
    async verified() {
      await readAccount(parts);
      prices.refresh();
      if (isAt('verification')) await forward();
    },
    back() {
      const { step, errors } = stepper.getState();
      const before = backStep(step, isMerchant);
      if (!before) return;
      stepper.setState({ errors: withoutStep(step, errors), isContinuing: false });
      show(before, 'back');
    },
    open(step: StepName) {
      if (step !== 'confirmation' || !askAgain(parts)) show(step, step === 'exchange' ? 'back' : 'forward');
    },
  };
}

/** Places the order, and leads to the step that has to do with what is wrong with it. */
async function create(
  parts: FlowParts,
  show: ReturnType<typeof createStage>['show'],
  values?: AddressValues,
): Promise<void> {
  const { stepper, mode } = parts;
  const { first } = modeRow(mode);
  if (stepper.getState().isCreating) return;
  const owner = await placeOrder(parts, values);
  // Without a step to go back to, the page that began the order shows what is wrong with it.
  if (first === 'status' && stepper.getState().errors[0]) stepper.setState({ step: first, direction: 'back' });
  else if (owner) show(owner, owner === 'exchange' ? 'back' : 'forward');
}

/** The step after a step in merchant mode (4.2-01 to 4.2-04). */
export function nextMerchantStep(
  step: StepName | 'init',
  facts: Pick<StepFacts, 'isOrderFinished' | 'isPreorderFull'>,
): StepName {
  if (step === 'status') return 'status';
  if (step === 'init') return facts.isOrderFinished ? 'status' : 'exchangeMerchant';
  return facts.isPreorderFull ? 'status' : 'exchangeMerchant';
}

/** Leaves the exchange for the deposit or the withdrawal of the pair on screen (4.4-03 to 4.4-05). */
export function openModePage({ router, exchange, account, runtime }: FlowParts, mode: 'deposit' | 'withdrawal'): void {
  const { preorder } = exchange.getState();
  const { payinCurrency, payoutCurrency, payinAmount } = preorder;
  if (mode === 'deposit') return router.navigate('balance-deposit', {}, { depositCurrency: payinCurrency });
  if (account.store.getState().config.features['new_widget_withdrawal'] === 1)
    return router.navigate('balance-withdrawal', {}, { payinCurrency, payoutCurrency, payinAmount });
  postForm(`${runtime.boot.brand.clientUrl}/balance`, withdrawalForm(preorder));
}

/** The present facts for the rule of the next step. */
export function stepFacts({ account, exchange, stepper, prices, mode, runtime }: FlowParts): StepFacts & {
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
    isSecondStepSkipped: isSkipped(client, config, preorder, runtime),
    isContinuing,
    isOrderFinished: order?.isFinish === 1,
    hasOrder: order !== undefined,
    exchangeMode: exchangeMode(config, preorder),
  };
}

export interface SubmitFacts {
  isVerificationOutstanding: boolean;
  exchangeMode: ExchangeMode;
}

/**
 * What submitting the exchange does once it may (4.4-02 to 4.4-07, in the order of A-032): 'next' goes on without
 * marking a payment as begun.
 */
export function submitAction({ isVerificationOutstanding, exchangeMode }: SubmitFacts): 'next' | ExchangeMode {
  return isVerificationOutstanding ? 'next' : exchangeMode;
}

/**
 * The preorder as a form of the client's own site (C-46): of the two amounts the one that drives the price (4.4-06,
 *
 */
export function withdrawalForm(preorder: Preorder): [name: string, value: string][] {
  const { payinAmount, payoutAmount, isPayoutCalc, ...rest } = preorder;
  const amount = isPayoutCalc ? { payoutAmount } : { payinAmount, isPayoutCalc };
  return [...encodeForm({ ...rest, ...amount })];
}
