import type { Order } from '@causeway/contract/shapes/order';
import { createElement, Suspense, lazy } from 'react';
import { AskSupport } from '../../parts/support/ask-support.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import layout from '../../ui/layout/layout.module.css';
import { LateBoundary } from '../../ui/feedback/late-boundary.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ReloadCallout } from '../../platform/reload-callout.tsx';
import { PageScreen, type PageScreenProps } from './page-screen.tsx';
import type { PaymentParts } from './payment-parts.ts';
import type { PaymentView } from './rules/payment-view.ts';
import { WaitScreen } from './wait-screen.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import text from '../../ui/layout/text.module.css';
import { CancelButton } from './components/cancel-button.tsx';

const BankScreen = lazy(() => import('./bank-screen.tsx'));
const DepositScreen = lazy(() => import('./deposit-screen.tsx'));
const CardScreen = lazy(() => import('./card-screen.tsx'));
const WalletPage = lazy(() => import('./wallet/wallet-page.tsx'));
const ChallengeScreen = lazy(async () => ({ default: (await import('./challenge-screen.tsx')).ChallengeScreen }));

interface PaymentScreenProps extends PaymentParts, Pick<PageScreenProps, 'isBlocked' | 'isOpened' | 'onOpen'> {
  view: PaymentView;
}

/** The payment of an order, by the shape of its payment response. */
export function PaymentScreen(props: PaymentScreenProps) {
  const { log } = useRuntime();
  return (
    <LateBoundary fallback={<ReloadCallout />} onError={(error) => log.warn('The payment could not be shown', error)}>
      <Suspense fallback={<Waiting summary={props.summary} />}>
        <Payment {...props} />
      </Suspense>
    </LateBoundary>
  );
}

/** The known facts, until the code of the payment is loaded. */
function Waiting({ summary }: Pick<PaymentParts, 'summary'>) {
  const t = useTexts();
  return (
    <div className={layout.main} aria-busy="true" role="status" aria-label={t('tpl:common:loading')}>
      {summary}
      <Skeleton width="70%" height="28px" />
      <Skeleton width="100%" height="48px" />
      <Skeleton width="100%" height="160px" />
    </div>
  );
}

function Payment({ view, isBlocked, isOpened, onOpen, ...parts }: PaymentScreenProps) {
  switch (view.kind) {
    case 'page':
      if (view.state === 'redirect') return null;
      return createElement(hasWallets(parts.order) ? WalletPage : PageScreen, {
        ...parts,
        state: view.state,
        isBlocked,
        isOpened,
        onOpen,
      });
    case 'bank':
      return <BankScreen {...parts} account={view.account} />;
    case 'deposit':
      return <DepositScreen {...parts} />;
    case 'card':
      return <CardScreen {...parts} shape={view.shape} />;
    case 'challenge':
      return <ChallengeScreen {...parts} url={view.url} />;
    case 'card_wait':
      return <WaitScreen {...parts} state={view.state} />;
    case 'broken':
      return <BrokenScreen {...parts} />;
  }
}

function hasWallets({ purchaseParamsPayin: { wallets = [] } }: Order): boolean {
  return wallets.length > 0;
}

/** An unknown form of payment is a system error: nothing was charged, and there are ways to go on. */
function BrokenScreen({ order, summary, onCancel, again }: PaymentParts) {
  const t = useTexts();
  return (
    <div className={layout.main}>
      {summary}
      <Callout title={t('tpl:common:error:system')}>{t('tpl:payment:broken_text')}</Callout>
      <div className={`${text.stackS} ${layout.push}`}>
        <QuietButton look="line" onClick={again}>
          {t('tpl:common:try_again')}
        </QuietButton>
        <AskSupport order={order} />
        <CancelButton onCancel={onCancel} />
      </div>
    </div>
  );
}
