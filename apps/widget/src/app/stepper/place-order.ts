import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { createOrderEndpoint, type CreateOrderAnswer } from '../../features/address/api/create-order.ts';
import { calculationRequest } from '../../features/exchange/rules/calculation-request.ts';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { failureItems } from '../../lib/api/failure-items.ts';
import { errorText } from '../../lib/format/error-text.ts';
import { realTimers } from '../../lib/timing/timers.ts';
import { orderEvent } from '../order-event.ts';
import { pageQuery } from '../page-query.ts';
import type { AddressValues, FlowParts } from './flow-parts.ts';
import { stepFields, stepOfErrors } from './step-fields.ts';
import type { StepName } from './steps.ts';

/** Milliseconds after the answer until another order may be created. */
export const creatingClearDelay = 1000;

const systemError: ErrorItem = { type: 'danger', field: '', code: 'SYSTEM_ERROR', text: '' };

/**
 * Creates the order with a captcha token. Answers 'placed', or the step that the server's errors open, or undefined to stay; the
 * errors themselves are kept for their fields or shown.
 */
export async function placeOrder(
  parts: FlowParts,
  values: AddressValues | undefined,
): Promise<'placed' | StepName | undefined> {
  const { stepper, timers = realTimers } = parts;
  stepper.setState({ isCreating: true, errors: [] });
  try {
    const answer = await send(parts, values);
    if (answer.order && answer.errors.length === 0) {
      stepper.setState({ order: answer.order, isFresh: true });
      parts.runtime.frame.changeOrder(orderEvent(answer.order));
      return 'placed';
    }
    return refuse(parts, answer.errors.length > 0 ? answer.errors : [systemError]);
  } catch (failure) {
    return refuse(parts, failureItems(failure));
  } finally {
    timers.after(creatingClearDelay, () => stepper.setState({ isCreating: false }));
  }
}

async function send(parts: FlowParts, values: AddressValues | undefined): Promise<CreateOrderAnswer> {
  const { runtime, account, exchange } = parts;
  const { preorder } = exchange.getState();
  const options = widgetOptions(account.store.getState().config.swConfig.widgetParams);
  const token = await runtime.captcha.token('order');
  const query = pageQuery(runtime.boot);
  return runtime.api.call(createOrderEndpoint, {
    ...calculationRequest(preorder, options.partnerKey),
    dstAddress: (values?.dstAddress ?? (options.dstAddress || preorder.dstAddress)).trim(),
    dstTag: values?.dstTag ?? preorder.dstTag,
    memoId: values?.memoId ?? preorder.memoId,
    memoType: preorder.memoType,
    memoValue: preorder.memoValue,
    isAgreeName: values?.isAgreeName ?? true,
    isAgreeRate: values?.isAgreeRate ?? true,
    partnerOrderId: query['partner_order_id'] ?? '',
    description: options.description,
    gRecaptchaResponse: token,
  });
}

function refuse({ runtime, stepper }: FlowParts, errors: readonly ErrorItem[]): StepName | undefined {
  stepper.setState({ errors });
  const owned = Object.values(stepFields).flat();
  for (const item of errors) {
    if (owned.includes(item.field)) continue;
    if (item.field !== '') runtime.log.warn(`No step shows the field ${item.field}`, item.code);
    runtime.toasts.show({ kind: 'error', text: errorText(item, runtime.texts.t) });
  }
  return stepOfErrors(stepper.getState().step, errors);
}
