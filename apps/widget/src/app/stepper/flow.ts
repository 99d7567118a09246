import { realTimers, type Timers } from '../../lib/timing/timers.ts';
import type { ExchangeStore } from '../../features/exchange/exchange-store.ts';
import type { PriceSource } from '../../features/exchange/price-source.ts';
import { isFull } from '../../features/exchange/rules/preorder.ts';
import { isVerificationOutstanding } from '../../features/exchange/rules/submit-rules.ts';
import type { Runtime } from '../../shell/runtime.ts';
import type { Account } from '../data/account.ts';
import { orderEvent } from '../order-event.ts';
import type { Mode } from '../modes.ts';
import type { Router } from '../router/router.ts';
import { backStep } from './back-step.ts';
import { isOrderKept } from './is-order-kept.ts';
import { isStepAllowed } from './is-step-allowed.ts';
import { isSkipped } from './is-skipped.ts';
import { nextMerchantStep } from './next-merchant-step.ts';
import { nextStep, type StepFacts } from './next-step.ts';
import { placeOrder } from './place-order.ts';
import { withoutStep } from './step-fields.ts';
import type { StepperStore } from './stepper-store.ts';
import type { StepName } from './steps.ts';

/** Milliseconds after a sign-in until the continue-payment flag is cleared (4.6-04). */
export const continueClearDelay = 100;

export interface FlowParts {
  runtime: Runtime;
  router: Router;
  account: Account;
  exchange: ExchangeStore;
  stepper: StepperStore;
  prices: PriceSource;
  mode: Mode;
  timers?: Timers;
}

export interface AddressValues {
  dstAddress: string;
  dstTag: string;
  memoId: string;
  isAgreeName: boolean;
  isAgreeRate: boolean;
}

export interface Flow {
  submitExchange: () => Promise<void>;
  submitAddress: (values: AddressValues) => Promise<void>;
  /** After a sign-in or a registration inside the stepper. */
  signedIn: () => Promise<void>;
  verified: () => Promise<void>;
  back: () => void;
  /** Opens a step from outside: a partner's message, a link, the end of a session. */
  open: (step: StepName) => void;
}

/** Moves an order through its steps: the rules decide, this carries out (4.1 to 4.4). */
export function createFlow(parts: FlowParts): Flow {
  const { runtime, router, account, exchange, stepper, prices, mode, timers = realTimers } = parts;
  const isMerchant = mode === 'merchant';

  function facts(): StepFacts {
    const { order, isContinuing } = stepper.getState();
    const { client, config } = account.store.getState();
    const { limits } = prices.store.getState().price.answer;
    return {
      isAuthorized: client.isAuthorized === 1,
      isVerificationOutstanding: isVerificationOutstanding(client, limits),
      isPreorderFull: isFull(exchange.getState().preorder),
      isSecondStepSkipped: isSkipped(config, exchange.getState().preorder),
      isContinuing,
      isOrderFinished: order?.isFinish === 1,
      hasOrder: order !== undefined,
    };
  }

  function show(step: StepName, direction: 'forward' | 'back'): void {
    if (!isStepAllowed(step, mode)) return runtime.log.warn(`Step ${step} is not allowed here`);
    if (step === 'status') return showOrder();
    if (step === 'exchange' && !isOrderKept(router.previous()?.name, stepper.getState().order?.status ?? ''))
      stepper.setState({ order: undefined });
    stepper.setState({ step, direction });
    runtime.frame.updateStep(orderEvent(stepper.getState().order, step));
  }

  function showOrder(): void {
    const { order } = stepper.getState();
    const niceId = order?.niceId;
    if (!niceId) return runtime.log.warn("Order is empty. Can't set status page");
    runtime.frame.updateStep(orderEvent(order));
    router.navigate('order-status', { orderId: niceId });
    stepper.setState({ step: 'exchange', direction: 'forward' });
  }

  async function forward(): Promise<void> {
    const { step } = stepper.getState();
    const next = isMerchant ? nextMerchantStep(step, facts()) : nextStep(step, facts());
    const isArriving = next === 'address' && facts().isSecondStepSkipped;
    if (isArriving || (next === 'status' && stepper.getState().order === undefined)) await create(undefined);
    else show(next, 'forward');
  }

  async function create(values: AddressValues | undefined): Promise<void> {
    if (stepper.getState().isCreating) return;
    const result = await placeOrder(parts, values);
    if (result === 'placed') showOrder();
    else if (result) show(result, result === 'exchange' ? 'back' : 'forward');
  }

  return {
    async submitExchange() {
      const { client } = account.store.getState();
      const isVisitor = client.isAuthorized === 0;
      if (!facts().isVerificationOutstanding) stepper.setState({ isContinuing: isVisitor });
      await forward();
    },
    async submitAddress(values) {
      const { dstAddress, dstTag, memoId } = values;
      exchange.getState().patch({ dstAddress, dstTag, memoId });
      await create(values);
    },
    async signedIn() {
      await Promise.all([account.refreshClient(), account.refreshConfig()]);
      await forward();
      timers.after(continueClearDelay, () => stepper.setState({ isContinuing: false }));
    },
    async verified() {
      await Promise.all([account.refreshClient(), account.refreshConfig()]);
      prices.refresh();
      await forward();
    },
    back() {
      const { step, errors } = stepper.getState();
      const before = backStep(step, isMerchant);
      if (!before) return;
      stepper.setState({ errors: withoutStep(step, errors), isContinuing: false });
      show(before, 'back');
    },
    open: (step) => show(step, step === 'exchange' ? 'back' : 'forward'),
  };
}
