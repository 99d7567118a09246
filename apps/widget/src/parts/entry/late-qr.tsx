import { lazy, Suspense } from 'react';
import { LateBoundary } from '../../ui/feedback/late-boundary.tsx';
import type { QrCodeProps } from './qr-code.tsx';
import styles from './qr-code.module.css';

const QrCode = lazy(() => import('./qr-code.tsx'));

/** The code, once its drawing loads. The same is beside it as text, so a page without it still works. */
export function LateQr(props: QrCodeProps) {
  return (
    <LateBoundary fallback={null}>
      <Suspense fallback={<div className={styles.qr} aria-hidden="true" />}>
        <QrCode {...props} />
      </Suspense>
    </LateBoundary>
  );
}
