import { LateQr } from '../../../parts/entry/late-qr.tsx';
import { useCopied } from '../../../parts/entry/use-copied.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import { useCopy } from '../../../ui/buttons/use-copy.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Popup } from '../../../ui/layout/popup.tsx';
import text from '../../../ui/layout/text.module.css';
import type { WalletStep } from './pay-from-wallet.ts';
import { type WalletPaymentOptions, useWalletPayment } from './use-wallet-payment.ts';
import styles from './wallet-connect-sheet.module.css';

export interface WalletConnectProps extends WalletPaymentOptions {
  /** '0.1 ETH'. */
  amount: string;
}

/** The way of one payment out of a wallet. Closing it ends the connection. */
export default function WalletConnectSheet({ onClose, ...props }: WalletConnectProps & { onClose: () => void }) {
  const t = useTexts();
  const { step, isAgain, start } = useWalletPayment(props);
  return (
    <Popup
      open
      onClose={onClose}
      title={t('tpl:payment:connect_title', { amount: props.amount })}
      closeLabel={t('tpl:common:close')}
    >
      <div className={text.stackS}>
        {isAgain ? (
          <>
            <Callout type="warning" title={t('tpl:payment:connect_again_title')}>
              {t('tpl:payment:connect_again_text')}
            </Callout>
            <Button onClick={onClose}>{t('tpl:common:close')}</Button>
            <QuietButton look="line" onClick={start}>
              {t('tpl:payment:connect_again')}
            </QuietButton>
          </>
        ) : (
          <Step step={step} chainId={props.transfer.chainId} onClose={onClose} onAgain={start} />
        )}
      </div>
    </Popup>
  );
}

interface StepProps {
  step: WalletStep;
  chainId: number;
  onClose: () => void;
  onAgain: () => void;
}

function Step({ step, chainId, onClose, onAgain }: StepProps) {
  const t = useTexts();
  switch (step.step) {
    case 'pairing':
      return <PairingCode uri={step.uri} />;
    case 'connecting':
    case 'switching':
    case 'asking':
      return (
        <p className={styles.wait} role="status">
          <Icon name="loader-circle" spin />
          <span>{t('tpl:payment:connect_wait', { step: step.step })}</span>
        </p>
      );
    case 'sent':
      return (
        <>
          <Callout type="info" icon="circle-check" title={t('tpl:payment:connect_sent')}>
            {t('tpl:payment:connect_sent_text')}
          </Callout>
          <Button onClick={onClose}>{t('tpl:common:close')}</Button>
        </>
      );
    case 'refused':
    case 'refused_again':
    case 'wrong_chain':
    case 'unable':
    case 'unanswered':
    case 'expired':
    case 'away':
    case 'failed':
      return (
        <>
          <Callout>{t('tpl:payment:connect_fault', { fault: step.step, chain: String(chainId) })}</Callout>
          <Button onClick={onAgain}>{t('tpl:common:try_again')}</Button>
        </>
      );
  }
}

/** What connects a wallet: to be scanned, copied, or opened on the same phone. */
function PairingCode({ uri }: { uri: string }) {
  const t = useTexts();
  const { isCopied, copy } = useCopy({ text: uri, ...useCopied() });
  return (
    <>
      <p role="status">{t('tpl:payment:connect_scan')}</p>
      <LateQr text={uri} label={t('tpl:payment:connect_qr')} />
      <Button icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        {t('tpl:payment:connect_copy')}
      </Button>
      <ButtonLink className={styles.open} look="line" icon="wallet" href={uri} target="_blank" rel="noreferrer">
        {t('tpl:payment:connect_open')}
      </ButtonLink>
    </>
  );
}
