import { createOrderEndpoint } from '@causeway/contract/endpoints/create-order.generated';
import type { createOrder } from '@causeway/contract/calls/create-order';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { toSnakeCase } from '@causeway/contract/wire/names';
import { type AddressValues, noAddressValues } from '../../features/address/rules/address-values.ts';
import type { StepName } from './steps.ts';
import { type Preorder, calculationRequest, isSamePreorder } from '../../features/exchange/rules/preorder.ts';
import { type WidgetOptions, widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { failureItems } from '../../lib/api/failure-items.ts';
import { errorText } from '../../lib/format/error-text.ts';
import { realTimers } from '../../lib/timing/timers.ts';
import { untilAnswered } from '../../lib/timing/until-answered.ts';
import { modeRow } from '../modes.ts';
import { orderEvent } from '../order-event.ts';
import type { FlowParts } from './flow-parts.ts';
import { isSkipped } from './next-step.ts';

/** The fields each step shows, in wire form (3-17). */
const stepFields: Partial<Record<StepName, readonly string[]>> = {
  exchange: [
    'payin_amount',
    'payin_currency',
    'payin_group',
    'payout_amount',
    'payout_currency',
    'payout_group',
    'coupon',
    'is_floating_rate',
    'quote',
    'system_state',
  ],
  address: Object.keys(noAddressValues).map(toSnakeCase),
};

/** The step that server errors open (4.3-20, 4.3-21, A-034); undefined to stay. */
export function stepOfErrors(current: StepName, errors: readonly ErrorItem[]): StepName | undefined {
  if (current !== 'exchange' && current !== 'address') return undefined;
  const owns = (step: StepName, item: ErrorItem) => stepFields[step]?.includes(item.field) === true;
  if (errors.some((item) => owns(current, item))) return undefined;
  for (const item of errors) {
    // The address step reports a new price itself.
    if (item.code === 'QUOTE_EXPIRED') continue;
    if (owns('exchange', item)) return 'exchange';
    if (owns('address', item)) return 'address';
  }
  return undefined;
}

/** The errors that remain after the step that shows them is left (4.3-02). */
export function withoutStep(step: StepName, errors: readonly ErrorItem[]): ErrorItem[] {
  return errors.filter((item) => item.field !== '' && stepFields[step]?.includes(item.field) !== true);
}

/** Milliseconds after the answer until another order may be created. */
const creatingClearDelay = 1000;

const systemError: ErrorItem = { type: 'danger', field: '', code: 'SYSTEM_ERROR', text: '' };

/**
 * Creates the order with a captcha token and keeps it, with the confirmation it waits for, or keeps the
 * errors for their fields. Returns the step that the errors open, or undefined.
 */
export async function placeOrder(parts: FlowParts, values: AddressValues | undefined): Promise<StepName | undefined> {
  const { stepper, runtime, timers = realTimers } = parts;
  const isWanted = whileWanted(parts);
  stepper.setState({ isCreating: true, errors: [] });
  try {
    const answer = await send(parts, values);
    stepper.setState({ errors: [] });
    if (!answer.order || answer.errors.length > 0) return refuse(parts, answer, isWanted);
    stepper.setState({ order: answer.order, confirmation: readConfirmation(answer), isFresh: true });
    runtime.frame.changeOrder(orderEvent(answer.order));
    return undefined;
  } catch (failure) {
    return refuse(parts, { errors: failureItems(failure) }, isWanted);
  } finally {
    timers.after(creatingClearDelay, () => stepper.setState({ isCreating: false }));
  }
}

/**
 * Whether a refusal of what is asked for now is still of use: not on another step, and not for other amounts. A page
 * that orders at once has no other amounts, and nothing else to show.
 */
function whileWanted({ stepper, exchange }: FlowParts): () => boolean {
  const { step } = stepper.getState();
  const { preorder } = exchange.getState();
  const isSame = () => step === 'status' || isSamePreorder(exchange.getState().preorder, preorder);
  return () => stepper.getState().step === step && isSame();
}

/** Shown to the client while an order waits for the connection. */
const offline = (text: string): ErrorItem => ({ type: 'warning', field: '', code: 'TRY_LATER', text });

function showWaiting({ runtime, stepper }: FlowParts, step: StepName): void {
  const text = runtime.texts.t('tpl:common:error:network');
  // The exchange itself shows that the browser is offline; the steps before it have no place for it.
  if (step === 'exchange' && !runtime.network.isOnline()) return;
  if (step !== 'exchange' && step !== 'address') runtime.toasts.show({ kind: 'waiting', text });
  stepper.setState({ errors: [offline(text)] });
}

type CreateOrderAnswer = AnswerOf<typeof createOrder>;

/** The last requested order, and the key that marks a repetition as the same call. */
let lastTry = { of: '', key: '' };

/** Requests the order until there is an answer: once it may have been made, only the same call can find out. */
async function send(parts: FlowParts, values: AddressValues | undefined): Promise<CreateOrderAnswer> {
  const { runtime, stepper, router, timers = realTimers } = parts;
  const { api, captcha, network, popups } = runtime;
  const asked = orderRequest(parts, values);
  const of = JSON.stringify(asked);
  if (lastTry.of !== of) lastTry = { of, key: crypto.randomUUID() };
  const { key } = lastTry;
  const { step } = stepper.getState();
  const { href } = router.current();
  const options = {
    network,
    timers,
    isWanted: () => stepper.getState().step === step && router.current().href === href,
    onWait() {
      // A window that was opened for the payment must not stay empty meanwhile.
      popups.take()?.close();
      showWaiting(parts, step);
    },
  };
  const answer = await untilAnswered(options, async () =>
    api.call(
      createOrderEndpoint,
      { ...asked, gRecaptchaResponse: await captcha.token('order') },
      { headers: { 'Idempotency-Key': key } },
    ),
  );
  lastTry = { of: '', key: '' };
  return answer;
}

function orderRequest(parts: FlowParts, values: AddressValues | undefined) {
  const { runtime, account, exchange, prices, mode } = parts;
  const { preorder, clientEmail } = exchange.getState();
  const { isMerchant } = modeRow(mode);
  const options = widgetOptions(account.store.getState().config.swConfig.widgetParams);
  return {
    ...calculationRequest(preorder, options.partnerKey, { isMerchant, payToPartner: options.payToPartner }),
    ...(isMerchant && { clientEmail: clientEmail.trim() }),
    widgetParams: orderOptions(options, runtime.boot.host?.session),
    ...(values ?? passedOver(preorder)),
    quote: prices.store.getState().price.answer.calc.quote,
    partnerOrderId: options.partnerOrderId,
    description: options.description,
  };
}

/** The options of the page that determine its order, as they travel (C-29). */
function orderOptions(options: WidgetOptions, session: string | undefined): string {
  const { purchaseAmount, purchaseCurrency, payToPartner, isDonation } = options;
  return JSON.stringify({
    ...(purchaseAmount && { purchase_amount: purchaseAmount }),
    ...(purchaseCurrency && { purchase_currency: purchaseCurrency }),
    ...(payToPartner !== undefined && { pay_to_partner: payToPartner ? '1' : '0' }),
    ...(isDonation && { is_donation: '1' }),
    ...(session && { partner_session: session }),
  });
}

/** For a skipped step the page has given the chain address, and its button the agreement. */
function passedOver({ dstAddress, dstTag, memoId, memoType, memoValue }: Preorder): AddressValues {
  return {
    ...noAddressValues,
    dstAddress: dstAddress.trim(),
    dstTag,
    memoId,
    memoType,
    memoValue,
    isAgreeName: true,
    isAgreeRate: true,
  };
}

function readConfirmation({
  uuid,
  niceId,
  expirationSec = 0,
  expirationTimeSec = 0,
  codeFrom = 'email',
}: CreateOrderAnswer) {
  if (uuid === undefined || niceId === undefined) return undefined;
  return { uuid, niceId, expirationSec, expirationTimeSec, codeFrom };
}

function refuse(
  parts: FlowParts,
  answer: { errors: readonly ErrorItem[]; calculation?: CreateOrderAnswer['calculation'] | undefined },
  isWanted: () => boolean,
): StepName | undefined {
  const { runtime, stepper, prices, account, exchange } = parts;
  const errors = answer.errors.length > 0 ? answer.errors : [systemError];
  runtime.popups.take()?.close();
  if (!isWanted()) return undefined;
  if (answer.calculation) prices.accept(answer.calculation);
  stepper.setState({ errors });
  for (const item of errors) showRefusal(parts, item);
  const { client, config } = account.store.getState();
  // A skipped step is not opened for its errors: the exchange lists them.
  if (stepper.getState().step === 'exchange' && isSkipped(client, config, exchange.getState().preorder, runtime))
    return undefined;
  return stepOfErrors(stepper.getState().step, errors);
}

/** An error that no step shows becomes a notification (8-15, 8-16). */
function showRefusal({ runtime }: FlowParts, item: ErrorItem): void {
  const { t } = runtime.texts;
  if (Object.values(stepFields).some((fields) => fields.includes(item.field))) return;
  if (item.field !== '') runtime.log.warn(`No step shows the field ${item.field}`, item.code);
  const text = item.field === '' ? errorText(item, t) : t('tpl:common:error:system');
  runtime.toasts.show({ kind: 'error', text });
}
