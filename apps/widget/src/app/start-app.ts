import { isFirstRateFloating, rateCookie } from '../features/exchange/rules/rates.ts';
import { widgetOptions } from '../features/exchange/rules/widget-options.ts';
import type { AppParts } from './app-parts.ts';
import { keepTabState } from './keep-tab-state.ts';
import { orderEvent } from './order-event.ts';
import { paymentWindow } from '../platform/popups.ts';
import { routeOf } from './routes.ts';

/** Work that begins once the first screen answers: the session, the state of the tab, screens for later. */
export function startApp(parts: AppParts, root: HTMLElement): void {
  const { runtime, router, account, exchange, stepper } = parts;
  const { boot, frame, cookies } = runtime;
  const site = boot.config.swConfig;
  if (router.current().name === 'order-status' && closePaymentWindow(window)) return;
  account.start();
  keepTabState(parts);
  const isFloating = isFirstRateFloating({
    isToggleHidden: widgetOptions(account.store.getState().config.swConfig.widgetParams).hideFloatingRate,
    cookie: cookies.read(rateCookie),
    partner: site.calc.calc.isFloatingRate === 1,
  });
  if (isFloating !== exchange.getState().preorder.isFloatingRate)
    exchange.getState().patch({ isFloatingRate: isFloating });
  followPrices(parts);
  followSession(parts);
  router.start();
  const { step } = stepper.getState();
  if (router.current().name === 'order-stepper') frame.updateStep(orderEvent(undefined, step));
  const content = root.querySelector<HTMLElement>('[data-popup-frame]');
  if (content && frame.isFramed) frame.watchHeight(content);
  const reports = boot.errorReports;
  if (reports)
    void import('../platform/error-reports/start-error-reports.ts').then((late) => late.startErrorReports(reports));
}

/**
 * The acquirer sends the payer back here in the payment window: the widget that opened it goes on, so the window
 * closes.
 */
function closePaymentWindow(window: Window): boolean {
  if (window.name !== paymentWindow || window.opener === null) return false;
  window.close();
  return window.closed;
}

/** A price made for another kind of caller than the page assumes: both are read again (4.5-13). */
export function followPrices({ runtime, account, prices }: AppParts): void {
  let isAsking = false;
  prices.store.subscribe(({ price }, old) => {
    const { limits } = price.answer;
    const { client } = account.store.getState();
    if (price === old.price || isAsking || limits.isAuthorized === client.isAuthorized) return;
    isAsking = true;
    Promise.all([account.refreshClient(), account.refreshConfig()])
      .catch((error: unknown) => runtime.log.warn('The account could not be read', error))
      .finally(() => {
        isAsking = false;
      });
  });
}

/**
 * Keeps the page in step with the session: a signed-in client is read at the start, a lost session leaves protected
 * pages and steps (4.6).
 */
export function followSession({ runtime, router, account, flow, stepper }: AppParts): void {
  const { session, log } = runtime;
  if (session.tokens()) {
    // Only a known client can be asked for an agreement (2.2-02).
    Promise.all([account.refreshClient(), account.refreshConfig()]).then(router.check, (error: unknown) =>
      log.warn('The account could not be read', error),
    );
  }
  session.subscribe((event) => {
    if (session.tokens()) return;
    account.forget();
    const route = router.current();
    if (routeOf(route.name).auth) return router.navigate('auth', {}, { redirect: route.href }, { replace: true });
    const { step } = stepper.getState();
    if (step === 'exchange' || step === 'auth') return;
    // A log-out ends the purchase (4.3-24); a client whose session has ended signs in and goes on (4.6-09).
    const isDone = event === 'signed-out' || event === 'other-tab' || route.name !== 'order-stepper';
    if (!isDone) stepper.setState({ isContinuing: true });
    flow.open(isDone ? 'exchange' : 'auth');
  });
}
