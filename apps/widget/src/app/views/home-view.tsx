import { Suspense } from 'react';
import { HomeScreen } from '../../features/home/home-screen.tsx';
import type { OperationLinks } from '../../features/operations/operation-row.tsx';
import { LatestOperations } from '../../features/operations/operations-screen.tsx';
import { type AppParts, useAccount, useApp } from '../app-parts.ts';
import type { ConfigAnswer, PaymentOption } from '@causeway/contract/shapes/site-config';
import { findOption } from '../../features/exchange/rules/find-option.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { optionalPart } from '../../platform/late-part.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { CabinetPage, ofOneClient } from '../wide/cabinet-page.tsx';
import { useHeldRoute } from './step-frame.tsx';
import type { Preorder } from '../../features/exchange/rules/preorder.ts';

const ValueChart = optionalPart(() => import('../../features/value/value-chart.tsx'));

/** The wallet (2.1-25), and the page of the balance where that is off. */
function HomeView() {
  const app = useApp();
  const { config } = useAccount();
  const { name } = useHeldRoute('home');
  const t = useTexts();
  const { router, flow, exchange, runtime } = app;
  const open = () => {
    flow.open('exchange');
    router.navigate('order-stepper');
  };
  return (
    <CabinetPage>
      <HomeScreen
        title={t(name === 'home' ? 'tpl:home:title' : 'tpl:menu:balance')}
        exchangeHref={router.href('order-stepper')}
        onBuy={open}
        payFrom={(code) => {
          const choice = chooseBalance(config, {
            code,
            preorder: exchange.getState().preorder,
            locked: runtime.boot.host?.locked ?? [],
          });
          if (!choice) return undefined;
          return () => {
            const { choose, type } = exchange.getState();
            choose('payin', code, 'balance');
            if (choice.payout) choose('payout', choice.payout.currency, choice.payout.code);
            // An amount of another currency means nothing in this one.
            type('payin', '');
            open();
          };
        }}
        {...(config.features['new_widget_withdrawal'] === 1 && {
          withdrawalHref: router.href('balance-withdrawal'),
          onWithdraw: () => router.navigate('balance-withdrawal'),
        })}
        depositHref={router.href('balance-deposit')}
        onDeposit={() => router.navigate('balance-deposit')}
        operationsHref={router.href('balance-operations')}
        onOperations={() => router.navigate('balance-operations')}
        renderValue={(isHidden) => (
          <Suspense fallback={<Skeleton width="100%" height="212px" />}>
            <ValueChart currencies={config.currencyConfig} isHidden={isHidden} />
          </Suspense>
        )}
        renderLatest={(covered) => <LatestOperations {...operationLinks(app, config)} covered={covered} />}
      />
    </CabinetPage>
  );
}

export default ofOneClient(HomeView);

/** Where the rows of operations lead. */
export function operationLinks({ router }: AppParts, { currencyConfig }: ConfigAnswer): OperationLinks {
  return {
    currencies: currencyConfig,
    hrefOf: (orderId) => router.href('order-status', { orderId }),
    onOpen: (orderId) => router.navigate('order-status', { orderId }),
  };
}

export interface BalanceExchange {
  /** Currency of the balance that is to pay. */
  code: string;
  preorder: Pick<Preorder, 'payinCurrency' | 'payoutCurrency'>;
  /** Fields that the partner has fixed. */
  locked: readonly string[];
}

/**
 * The settings of the exchange with which a balance pays; undefined where it cannot. A payout in the same currency is
 * replaced: at best by the former pay-in.
 */
export function chooseBalance(
  { swConfig: { payinSelect, payoutSelect }, currencyConfig }: Pick<ConfigAnswer, 'swConfig' | 'currencyConfig'>,
  { code, preorder, locked }: BalanceExchange,
): { payout: PaymentOption | undefined } | undefined {
  const isFixed = locked.some((name) => name.startsWith('payin') || name === 'payoutCurrency');
  if (isFixed || findOption(payinSelect, code, 'balance')?.isPaused !== 0) return undefined;
  const keptIn = (currency: string) => currencyConfig[currency]?.balanceCurrency ?? currency;
  if (keptIn(preorder.payoutCurrency) !== code) return { payout: undefined };
  const open = payoutSelect
    .flatMap(({ groups }) => groups)
    .filter(({ isPaused, currency }) => isPaused === 0 && keptIn(currency) !== code);
  const payout = open.find(({ currency }) => currency === preorder.payinCurrency) ?? open[0];
  return payout && { payout };
}
