import { Suspense, lazy, useState } from 'react';
import { useTexts } from '../../../platform/runtime.ts';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import { LateBoundary } from '../../../ui/feedback/late-boundary.tsx';
import type { WalletConnectProps } from './wallet-connect-sheet.tsx';

const WalletConnectSheet = lazy(() => import('./wallet-connect-sheet.tsx'));

/** Pays from any wallet of this or another device, over WalletConnect. */
export function WalletConnectButton(props: WalletConnectProps) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <QuietButton look="line" icon="smartphone" onClick={() => setOpen(true)}>
        {t('tpl:payment:connect_button')}
      </QuietButton>
      {isOpen && (
        <LateBoundary fallback={null}>
          <Suspense fallback={null}>
            <WalletConnectSheet {...props} onClose={() => setOpen(false)} />
          </Suspense>
        </LateBoundary>
      )}
    </>
  );
}
