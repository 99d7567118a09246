import { useTexts } from '../../platform/runtime.ts';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import text from '../../ui/layout/text.module.css';
import { CancelButton, ListButton } from './components/cancel-button.tsx';
import { DepositAddress } from './components/deposit-address.tsx';
import { DepositProgress } from './components/deposit-progress.tsx';
import { HeldRow } from './components/held-row.tsx';
import { ReceivedBar } from './components/received-bar.tsx';
import type { PaymentParts } from './payment-parts.ts';
import styles from './payment-screen.module.css';

/** Coins to send: the address of the order until they are seen on the network, then how far they are. */
export default function DepositScreen(parts: PaymentParts) {
  const { order, amount, currencyName, networkName, summary, onCancel, onList } = parts;
  const t = useTexts();
  const isSeen = order.payinConfirmations !== null;
  return (
    <div className={layout.main}>
      {summary}
      {isSeen ? (
        <DepositProgress {...parts} />
      ) : (
        <>
          <div className={`${text.stackS} ${text.opening} ${styles.opening}`}>
            <h2 className={text.title}>{t('tpl:payment:deposit_title', { amount })}</h2>
            <p className={text.lead}>
              {t('tpl:payment:deposit_text', { needed: order.payinConfirmationsNeeded, network: networkName })}
            </p>
          </div>
          <ReceivedBar {...parts} />
          <DepositAddress {...parts} />
          <HeldRow {...parts} />
          <Callout
            type="warning"
            live={false}
            title={t('tpl:payment:deposit_only', { name: currencyName, network: networkName })}
          >
            {t('tpl:payment:deposit_other')}
          </Callout>
        </>
      )}
      {!isSeen && (
        <div className={`${text.stackS} ${layout.push}`}>
          <ListButton onList={onList} />
          <CancelButton onCancel={onCancel} />
        </div>
      )}
    </div>
  );
}
