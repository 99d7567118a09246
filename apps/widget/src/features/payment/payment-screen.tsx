import { lazy, Suspense } from 'react';
import { useRuntime } from '../../shell/runtime.ts';
import layout from '../../ui/layout.module.css';
import { LateBoundary } from '../../ui/late-boundary.tsx';
import { ReloadNote } from '../../shell/reload-note.tsx';
import { BrokenScreen } from './broken-screen.tsx';
import { PageScreen, type PageScreenProps } from './page-screen.tsx';
import type { PaymentParts } from './payment-parts.ts';
import type { PaymentView } from './rules/payment-view.ts';
import { WaitScreen } from './wait-screen.tsx';

const BankScreen = lazy(() => import('./bank-screen.tsx'));
const DepositScreen = lazy(() => import('./deposit-screen.tsx'));
const CardScreen = lazy(() => import('./card-screen.tsx'));
const ChallengeScreen = lazy(async () => ({ default: (await import('./challenge-screen.tsx')).ChallengeScreen }));

export interface PaymentScreenProps extends PaymentParts, Pick<PageScreenProps, 'isBlocked' | 'isOpened' | 'onOpen'> {
  view: PaymentView;
}

/** The payment of an order, by the shape of its payment response. */
export function PaymentScreen(props: PaymentScreenProps) {
  const { log } = useRuntime();
  return (
    <LateBoundary fallback={<ReloadNote />} onError={(error) => log.warn('The payment could not be shown', error)}>
      <Suspense fallback={<div className={layout.main} aria-busy="true" />}>
        <Payment {...props} />
      </Suspense>
    </LateBoundary>
  );
}

function Payment({ view, isBlocked, isOpened, onOpen, ...parts }: PaymentScreenProps) {
  const { boot } = useRuntime();
  switch (view.kind) {
    case 'page':
      return view.state === 'redirect' ? null : (
        <PageScreen {...parts} state={view.state} isBlocked={isBlocked} isOpened={isOpened} onOpen={onOpen} />
      );
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
      return <BrokenScreen {...parts} supportUrl={boot.brand.supportUrl} />;
  }
}
