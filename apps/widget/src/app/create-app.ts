import { createExchangeStore } from '../features/exchange/exchange-store.ts';
import { createPriceSource } from '../features/exchange/price-source.ts';
import { initialPreorder } from '../features/exchange/rules/initial-preorder.ts';
import { widgetOptions } from '../features/exchange/rules/widget-options.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { AppParts } from './app-parts.ts';
import { createLogOut } from './create-log-out.ts';
import { createAccount } from './data/account.ts';
import { isFeatureOn } from './features.ts';
import type { GuardFacts } from './guards/decide.ts';
import { isMet } from './guards/is-met.ts';
import { hostSettings } from './guards/host-settings.ts';
import { modeOfPage } from './mode-of-page.ts';
import { modeRow } from './modes.ts';
import type { HistoryPort } from './router/history-port.ts';
import { pageQuery } from './page-query.ts';
import { createRouter } from './router/router.ts';
import { routeOf } from './routes.ts';
import { createFlow } from './stepper/flow.ts';
import { createStepperStore } from './stepper/stepper-store.ts';

/** Puts the application together over the world outside: the same in the browser and in the prerender. */
export function createApp(runtime: Runtime, history: HistoryPort): AppParts {
  const { boot, api, session, log, texts } = runtime;
  const site = boot.config.swConfig;
  const query = pageQuery(boot);
  const { partnerKey, payToPartner, dstAddress, dstTag } = widgetOptions({ ...query, ...site.widgetParams });
  const mode = modeOfPage(boot, log.warn);
  const { first, isMerchant } = modeRow(mode);
  const exchange = createExchangeStore({ ...initialPreorder(site), dstAddress, dstTag }, boot.host?.locked);
  const stepper = createStepperStore(first);
  const account = createAccount({
    initial: { client: boot.client, config: boot.config },
    api,
    session,
    partnerKey,
    options: query,
    log,
  });
  const prices = createPriceSource({
    api,
    exchange,
    network: runtime.network,
    partnerKey,
    terms: { isMerchant, payToPartner },
    initial: site.calc,
    isPageVisible: () => document.visibilityState === 'visible',
  });
  const isFlagOn = (flag: string) =>
    isFeatureOn(flag, {
      features: account.store.getState().config.features,
      cookie: runtime.cookies.read,
      app: runtime.native.getState().app?.facts,
    });
  const facts = (): GuardFacts => {
    const { client, config } = account.store.getState();
    return {
      isAuthorized: session.tokens() !== undefined,
      isMerchant,
      isAgreementRequired: client.isCompanyAgreementRequired === 1,
      mode,
      host: hostSettings(widgetOptions(config.swConfig.widgetParams), boot.host?.routes),
      isBuilt: (name) => routeOf(name).isBuilt,
      isFlagOn,
      isMet: (name) => isMet(name, client),
    };
  };
  const router = createRouter({ history, language: texts.language, facts, warn: log.warn });
  const flow = createFlow({ runtime, router, account, exchange, stepper, prices, mode });

  const logOut = createLogOut(runtime);
  return { runtime, router, account, exchange, stepper, prices, flow, mode, isFlagOn, logOut };
}
