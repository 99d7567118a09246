import { use } from 'react';
import { useRuntime } from '../../../platform/runtime.ts';
import { ChallengeScreen } from '../challenge-screen.tsx';
import { PaymentFailure } from '../components/payment-failure.tsx';
import { PageScreen, type PageScreenProps } from '../page-screen.tsx';
import { useCardPayment } from '../use-card-payment.ts';
import { WaitScreen } from '../wait-screen.tsx';
import { WalletButtons } from './wallet-buttons.tsx';
import { sheetsOf } from './wallet-sheets.ts';

/** A payment on the provider's own page, or here by a wallet's sheet; the bank may still ask (3-D Secure). */
export default function WalletPage(props: PageScreenProps) {
  const { order, again, onRedirect, state, amountLeft } = props;
  const { api } = useRuntime();
  const sheets = use(sheetsOf(api, order));
  const { paymentUrl = '', provider = '' } = order.purchaseParamsPayin;
  const payment = useCardPayment({ order, paymentUrl, provider, again, onRedirect });
  if (payment.isTaken && payment.challengeUrl !== '') return <ChallengeScreen url={payment.challengeUrl} {...props} />;
  if (payment.isTaken) return <WaitScreen {...props} state="wait" />;
  const isOpen = state === 'open' || state === 'declined';
  return (
    <PageScreen
      {...props}
      sheets={
        isOpen && (
          <>
            {payment.finalize.status === 'failed' && <PaymentFailure order={order} finalize={payment.finalize} />}
            <WalletButtons sheets={sheets} payment={payment} amountLeft={amountLeft} />
          </>
        )
      }
    />
  );
}
