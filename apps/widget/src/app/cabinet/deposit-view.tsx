import { lazy, Suspense, useState } from 'react';
import { depositChoices, openChoice } from '../../features/deposit/deposit-rules.ts';
import { DepositScreen } from '../../features/deposit/deposit-screen.tsx';
import { durationText } from '../../lib/format/clock-text.ts';
import { IncomingDeposits } from '../../features/operations/incoming-deposits.tsx';
import { LimitCallout } from '../../features/verification/level-card.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import layout from '../../ui/layout/layout.module.css';
import { useAccount, useApp } from '../app-parts.ts';
import { operationLinks } from '../views/home-view.tsx';
import { StepFrame, useHeldRoute } from '../views/step-frame.tsx';
import { wizardOfStep, wizardRoute } from '../views/wizard-route.ts';
import { ofOneClient } from '../wide/cabinet-page.tsx';

const Picker = lazy(() => import('../../features/exchange/picker/currency-picker.tsx'));

/** Money for the balance: the currency is in the page's address (2.1-28). */
function DepositView() {
  const app = useApp();
  const { config } = useAccount();
  const t = useTexts();
  const { depositCurrency, depositGroup = '' } = useHeldRoute('deposit').query;
  const [group, setGroup] = useState(depositGroup);
  const [isOpen, setOpen] = useState(false);
  const choices = depositChoices(config.swConfig);
  const choice = openChoice(choices, { currency: depositCurrency, group });
  const { router, exchange, flow } = app;
  const toBalance = () => router.navigate('balance');
  if (choice === undefined)
    return (
      <StepFrame title={t('tpl:deposit:title')} onBack={toBalance}>
        <div className={layout.main}>
          <EmptyState
            title={t('tpl:deposit:empty')}
            action={<Button onClick={toBalance}>{t('tpl:withdrawal:to_balance')}</Button>}
          >
            {t('tpl:deposit:empty_text')}
          </EmptyState>
        </div>
      </StepFrame>
    );
  const { currency, code } = choice.option;
  return (
    <StepFrame title={t('tpl:deposit:title')} onBack={toBalance}>
      <DepositScreen
        choice={choice}
        currencies={config.currencyConfig}
        durationText={(minutes) => durationText(minutes, t)}
        onChoose={() => setOpen(true)}
        onOrder={() => {
          const { patch, type } = exchange.getState();
          patch({ payinCurrency: currency, payinGroup: code, payoutCurrency: currency, payoutGroup: 'balance' });
          // An amount of another currency means nothing in this one.
          type('payin', '');
          flow.open('exchange');
          router.navigate('order-stepper');
        }}
        limit={<OrderLimit currency={currency} group={code} />}
        renderIncoming={(onChange) => (
          <IncomingDeposits
            key={currency}
            currency={currency}
            links={operationLinks(app, config)}
            onChange={onChange}
          />
        )}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <Picker
            side="payin"
            title={t('tpl:deposit:choose')}
            config={{ ...config, swConfig: { ...config.swConfig, payinSelect: choices } }}
            preorder={{ ...exchange.getState().preorder, payinCurrency: currency, payinGroup: code }}
            onClose={() => setOpen(false)}
            onChoose={(_side, chosen, chosenGroup) => {
              setGroup(chosenGroup);
              router.navigate('balance-deposit', {}, { depositCurrency: chosen }, { replace: true });
            }}
          />
        </Suspense>
      )}
    </StepFrame>
  );
}

export default ofOneClient(DepositView);

/** What an order may pay; the wizard that raises it leads back to the same choice. */
function OrderLimit({ currency, group }: { currency: string; group: string }) {
  const { router } = useApp();
  const { client } = useAccount();
  const wizard = wizardOfStep(client, { verificationRequired: [] });
  if (wizard === undefined) return null;
  const redirect = router.href('balance-deposit', {}, { depositCurrency: currency, depositGroup: group });
  return <LimitCallout onRaise={() => router.navigate(wizardRoute(wizard), {}, { redirect })} />;
}
