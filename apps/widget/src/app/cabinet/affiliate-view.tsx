import { type AffiliatePage, type AffiliateParts } from '../../features/affiliate/affiliate-frame.tsx';
import { OverviewScreen } from '../../features/affiliate/overview-screen.tsx';
import { PayoutsScreen, StatementScreen } from '../../features/affiliate/reward-lists.tsx';
import { StatisticScreen } from '../../features/affiliate/statistic-screen.tsx';
import { showAmount } from '../../lib/format/show-amount.ts';
import { useTexts } from '../../platform/runtime.ts';
import { useAccount, useApp } from '../app-parts.ts';
import type { RouteName } from '../routes.ts';
import { StepFrame, useHeldRoute } from '../views/step-frame.tsx';
import { ofOneClient } from '../wide/cabinet-page.tsx';

const routeNames: Readonly<Record<AffiliatePage, RouteName>> = {
  overview: 'affiliate',
  statistic: 'affiliate-statistic',
  statement: 'affiliate-statement',
  payouts: 'affiliate-payouts',
};

/** The programme for clients who bring others (2.1-11, 2.1-12). */
function AffiliateView() {
  const { router } = useApp();
  const { config } = useAccount();
  const t = useTexts();
  const { name } = useHeldRoute('affiliate');
  const parts: AffiliateParts = {
    hrefOf: (page) => router.href(routeNames[page]),
    onOpen: (page) => router.navigate(routeNames[page]),
    show: (amount, currency) => showAmount(amount, currency, config.currencyConfig, t),
  };
  return (
    <StepFrame title={t('tpl:menu:affiliate')} onBack={() => router.navigate('order-stepper')}>
      {name === 'affiliate-statistic' ? (
        <StatisticScreen parts={parts} />
      ) : name === 'affiliate-statement' ? (
        <StatementScreen parts={parts} />
      ) : name === 'affiliate-payouts' ? (
        <PayoutsScreen parts={parts} />
      ) : (
        <OverviewScreen parts={parts} />
      )}
    </StepFrame>
  );
}

export default ofOneClient(AffiliateView);
