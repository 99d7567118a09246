import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import { useState } from 'react';
import { ConfirmationScreen } from '../../features/confirmation/confirmation-screen.tsx';
import { WithdrawalScreen } from '../../features/withdrawal/withdrawal-screen.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useAccount, useApp } from '../app-parts.ts';
import { StepFrame } from '../views/step-frame.tsx';

/** A withdrawal from the balance and the code that approves it. */
export default function WithdrawalView() {
  const { router } = useApp();
  const { client, config } = useAccount();
  const t = useTexts();
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const open = () => router.navigate('balance');
  if (confirmation)
    return (
      <StepFrame title={t('tpl:withdrawal:title')} onBack={() => setConfirmation(undefined)}>
        <ConfirmationScreen
          key={confirmation.niceId}
          details={confirmation}
          isFresh
          email={client.email}
          onResent={setConfirmation}
          onDone={() => router.navigate('order-status', { orderId: confirmation.niceId })}
        />
      </StepFrame>
    );
  return (
    <StepFrame title={t('tpl:withdrawal:title')} onBack={open}>
      <WithdrawalScreen
        key={client.niceId}
        currencies={config.currencyConfig}
        query={router.current().query}
        onHeld={setConfirmation}
        emptyAction={<Button onClick={open}>{t('tpl:withdrawal:to_balance')}</Button>}
      />
    </StepFrame>
  );
}
