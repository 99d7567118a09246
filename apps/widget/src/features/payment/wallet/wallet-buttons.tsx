import { useState } from 'react';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import text from '../../../ui/layout/text.module.css';
import type { PaymentParts } from '../payment-parts.ts';
import type { CardPayment } from '../use-card-payment.ts';
import type { WalletSheet } from './wallet-sheets.ts';

interface WalletButtonsProps extends Pick<PaymentParts, 'amountLeft'> {
  sheets: readonly WalletSheet[];
  payment: CardPayment;
}

/** The wallets of this device, before any card that would have to be typed. */
export function WalletButtons({ sheets, payment, amountLeft }: WalletButtonsProps) {
  const { log } = useRuntime();
  const t = useTexts();
  const [isLost, setLost] = useState(false);

  async function press({ name, show }: WalletSheet): Promise<void> {
    setLost(false);
    try {
      // The sheet opens in the press itself: browsers refuse it later.
      const shown = await show(amountLeft);
      if (!shown) return;
      const source = { kind: 'wallet', wallet: name, token: shown.token } as const;
      const status = await payment.pay('', false, () => Promise.resolve(source));
      await shown.close(status === 'success' ? 'success' : 'fail');
    } catch (error) {
      log.warn('The sheet of the wallet could not be shown', error);
      setLost(true);
    }
  }

  if (sheets.length === 0) return null;
  return (
    <div className={text.stackS}>
      {sheets.map((sheet) => (
        <Button key={sheet.name} big busy={payment.isBusy} onClick={() => void press(sheet)}>
          {t('tpl:payment:sheet_button', { wallet: sheet.name })}
        </Button>
      ))}
      {isLost && <Callout>{t('tpl:payment:sheet_lost')}</Callout>}
      <p className={text.or}>{t('tpl:payment:sheet_or')}</p>
    </div>
  );
}
