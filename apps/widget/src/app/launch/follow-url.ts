import { isFinalStatus } from '@causeway/domain/orders/order-status';
import { isFirstRateFloating, rateCookie } from '../../features/exchange/rules/rates.ts';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import type { AppParts } from '../app-parts.ts';
import { modeRow } from '../modes.ts';
import { pageQuery } from '../page-query.ts';
import { routes, type RouteName } from '../routes.ts';
import { steps } from '../stepper/steps.ts';
import { shellParameters } from './url-parameters.ts';

/** As many as one message may hold. */
const sentencesMax = 32;

/** Applies the page's URL once, and reports to a developer what of it was ignored. */
export function followUrl(parts: AppParts): void {
  const { runtime, router, flow, stepper, mode } = parts;
  const { first } = modeRow(mode);
  const faults = runtime.boot.ignored ?? [];
  for (const sentence of faults) runtime.log.warn(sentence);
  if (faults.length > 0) runtime.frame.post('options-ignored', { sentences: faults.slice(0, sentencesMax) });
  fillCoupon(parts);
  restoreAfterReset(parts);
  const asked = shellParameters(pageQuery(runtime.boot));
  if (asked.closeTab) closeWhenDone(parts);
  // A client who was quicker than this file stays where the order has led; a confirmation may be of an earlier page.
  const isMoved = ![first, 'confirmation'].includes(stepper.getState().step);
  if (router.current().name !== 'order-stepper' || isMoved) return;
  if (asked.openVerification) return router.navigate(wizardOf(asked.vf), {}, {}, { replace: true });
  if (asked.orderNiceId !== '')
    return router.navigate('order-status', { orderId: asked.orderNiceId }, {}, { replace: true });
  const step = steps.find((name) => name === asked.predefinedStep);
  if (asked.predefinedStep !== '' && step === undefined) showNoStep(runtime);
  // A request for the order of this page starts at the beginning of this page.
  if (step && step !== 'status' && step !== first) flow.open(step);
}

/** 8-19 */
function showNoStep({ texts, toasts, log }: AppParts['runtime']): void {
  texts.complete().then(
    () => toasts.show({ kind: 'error', text: texts.t('tpl:common:error:step_not_found') }),
    (error: unknown) => log.warn('Texts are missing', error),
  );
}

/** The coupon has a part of the page of its own, which no first drawing has. A fixed one comes back. */
function fillCoupon({ runtime, exchange, account }: AppParts): void {
  const { coupon } = widgetOptions(account.store.getState().config.swConfig.widgetParams);
  const isFixed = runtime.boot.host?.locked.includes('coupon') === true;
  const current = () => exchange.getState().preorder.coupon;
  const fill = () => exchange.getState().setCoupon(coupon);
  if (coupon !== '' && (isFixed ? current() !== coupon : current() === '')) fill();
  if (isFixed) exchange.subscribe(() => current() !== coupon && fill());
}

/** A preorder that begins again has the coupon and the kind of rate that the page began with. */
function restoreAfterReset({ exchange, runtime, account }: AppParts): void {
  exchange.subscribe(({ preorder }) => {
    if (preorder !== exchange.getInitialState().preorder) return;
    const { coupon, hideFloatingRate: isToggleHidden } = widgetOptions(
      account.store.getState().config.swConfig.widgetParams,
    );
    const cookie = runtime.cookies.read(rateCookie);
    const isFloatingRate = isFirstRateFloating({ isToggleHidden, cookie, partner: preorder.isFloatingRate });
    exchange.getState().patch({ coupon, isFloatingRate });
  });
}

/** The wizard by its name; the list of them for another name. */
function wizardOf(vf: string): RouteName {
  return routes.find(({ name }) => name === `verification-${vf}`)?.name ?? 'verification';
}

/**
 * The tab closes when the verification or the order it was opened for has ended; a tab that a browser keeps open says
 * that it is done.
 */
function closeWhenDone({ runtime, router, stepper }: AppParts): void {
  let isDone = false;
  async function close(): Promise<void> {
    if (isDone) return;
    isDone = true;
    window.close();
    if (window.closed) return;
    await runtime.texts.complete();
    runtime.toasts.show({ text: runtime.texts.t('tpl:native:tab_done') });
  }
  const end = () => close().catch((error: unknown) => runtime.log.warn('Texts are missing', error));
  router.subscribe(() => {
    const isLeft = router.previous()?.name.startsWith('verification') === true;
    if (isLeft && !router.current().name.startsWith('verification') && router.current().name !== 'auth') void end();
  });
  stepper.subscribe(({ order }) => {
    if (order && isFinalStatus(order.status)) void end();
  });
}
