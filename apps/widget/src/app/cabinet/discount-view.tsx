import { DiscountScreen } from '../../features/discount/discount-screen.tsx';
import { showAmount } from '../../lib/format/show-amount.ts';
import { useTexts } from '../../platform/runtime.ts';
import { useAccount, useApp } from '../app-parts.ts';
import { StepFrame } from '../views/step-frame.tsx';
import { ofOneClient } from '../wide/cabinet-page.tsx';

/** The client's discount (2.1-19). */
function DiscountView() {
  const { router } = useApp();
  const { config } = useAccount();
  const t = useTexts();
  return (
    <StepFrame title={t('tpl:menu:discount')} onBack={() => router.navigate('order-stepper')}>
      <DiscountScreen show={(amount, currency) => showAmount(amount, currency, config.currencyConfig, t)} />
    </StepFrame>
  );
}

export default ofOneClient(DiscountView);
