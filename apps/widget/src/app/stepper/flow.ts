import { realTimers } from '../../lib/timing/timers.ts';
import { backStep } from './back-step.ts';
import { createStage } from './create-stage.ts';
import type { AddressValues, FlowParts } from './flow-parts.ts';
import { nextMerchantStep } from './next-merchant-step.ts';
import { nextStep } from './next-step.ts';
import { placeOrder } from './place-order.ts';
import { withoutStep } from './step-fields.ts';
import { stepFacts } from './step-facts.ts';
import type { StepName } from './steps.ts';

/** Milliseconds after a sign-in until the continue-payment flag is cleared (4.6-04). */
export const continueClearDelay = 100;

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
  const { account, exchange, stepper, prices, mode, timers = realTimers } = parts;
  const isMerchant = mode === 'merchant';

  const { show, showOrder } = createStage(parts);
  const facts = () => stepFacts(parts);

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
      const { step } = stepper.getState();
      // The second half of a double click still meets the form, when the step has already changed.
      if (step !== 'exchange' && step !== 'exchangeMerchant') return;
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
