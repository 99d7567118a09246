import { isFirstRateFloating, rateCookie } from '../features/exchange/rules/first-rate.ts';
import { widgetOptions } from '../features/exchange/rules/widget-options.ts';
import type { AppParts } from './app-parts.ts';
import { closePaymentWindow } from './close-payment-window.ts';
import { followPrices } from './follow-prices.ts';
import { followRoutes } from './follow-routes.ts';
import { followSession } from './follow-session.ts';
import { keepTabState } from './keep-tab-state.ts';
import { orderEvent } from './order-event.ts';
import { preloadViews } from './views/preload-views.ts';

/** What begins once the first screen answers: the session, the state of the tab, screens for later. */
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
  followRoutes(parts);
  router.start();
  const { step } = stepper.getState();
  if (router.current().name === 'order-stepper') frame.updateStep(orderEvent(undefined, step));
  const content = root.querySelector<HTMLElement>('[data-popup-frame]');
  if (content && frame.isFramed) frame.watchHeight(content);
  preloadViews(parts.flow.load);
  const reports = boot.errorReports;
  if (reports)
    void import('../platform/error-reports/start-error-reports.ts').then((late) => late.startErrorReports(reports));
}
