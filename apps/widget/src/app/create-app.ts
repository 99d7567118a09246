import { initialPreorder } from '../features/exchange/rules/preorder.ts';
import { createExchangeStore } from '../features/exchange/exchange-store.ts';
import { createPriceSource } from '../features/exchange/price-source.ts';
import { widgetOptions } from '../features/exchange/rules/widget-options.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { AppParts } from './app-parts.ts';
import { createAccount } from './data/account.ts';
import { type GuardFacts, hostSettings } from './guards/decide.ts';
import { modeOfPage } from './mode-of-page.ts';
import { modeRow } from './modes.ts';
import type { HistoryPort } from './router/history-port.ts';
import { pageQuery } from './page-query.ts';
import { createRouter } from './router/router.ts';
import { isMet } from './routes.ts';
import { createFlow } from './stepper/flow.ts';
import { createStepperStore } from './stepper/stepper-store.ts';
import { logOutEndpoint } from '@causeway/contract/endpoints/log-out.generated';

/** Assembles the application over its runtime: the same in the browser and in the prerender. */
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
    language: texts.language,
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
      isFlagOn,
      isMet: (name) => isMet(name, client),
    };
  };
  const router = createRouter({ history, served: boot.path, language: texts.language, facts, warn: log.warn });
  const flow = createFlow({ runtime, router, account, exchange, stepper, prices, mode });

  const logOut = createLogOut(runtime);
  return { runtime, router, account, exchange, stepper, prices, flow, mode, isFlagOn, logOut };
}

/** Ends the session here and at the server, and inside an app the device's part in it; a second click does nothing. */
export function createLogOut({
  api,
  session,
  native,
  log,
}: Pick<Runtime, 'api' | 'session' | 'native' | 'log'>): () => Promise<void> {
  let isLeaving = false;
  return async () => {
    if (isLeaving || !session.tokens()) return;
    isLeaving = true;
    const { app } = native.getState();
    await app?.leave();
    const refresh = session.tokens()?.refresh ?? '';
    session.clear('signed-out');
    isLeaving = false;
    const device = app && { deviceId: app.facts.deviceId, isForgetBiometric: true };
    await api
      .call(logOutEndpoint, { refresh, ...device })
      .catch((error: unknown) => log.warn('The log-out call failed', error));
  };
}

/** Features that an app switches for itself by a cookie `app_<name>` (6-15, A-107). */
const switchedByApp = ['biometrics', 'push_notifications', 'home_page', 'navbar'];

interface FeatureFacts {
  /** Flags of the config answer; an unknown one is off. */
  features: Readonly<Record<string, unknown>>;
  cookie: (name: string) => string | undefined;
  /** The app around the widget; undefined in a browser. */
  app: { isOwnApp: boolean } | undefined;
}

/**
 * Whether a feature is on here. Inside an app the features that the app switches need its cookie too; own-app home is
 * the home of the operator's own app.
 */
export function isFeatureOn(name: string, facts: FeatureFacts): boolean {
  const { features, cookie, app } = facts;
  if (name === 'own_app_home') return app?.isOwnApp === true && isFeatureOn('home_page', facts);
  return features[name] === 1 && (!app || !switchedByApp.includes(name) || cookie(`app_${name}`) === '1');
}
