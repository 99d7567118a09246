import { Suspense, lazy, useEffect, useState } from 'react';
import { readCapabilities } from '../../platform/frame-capabilities.ts';
import { useTexts } from '../../platform/runtime.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';

const ScanSheet = lazy(() => import('./scan-sheet.tsx'));

/** Takes an address from a QR code, where the device has a camera and the page may use it. */
export function ScanButton({ onFound }: { onFound: (address: string) => void }) {
  const t = useTexts();
  const hasCamera = useHasCamera();
  const [isOpen, setOpen] = useState(false);
  if (!hasCamera) return null;
  return (
    <>
      <IconButton icon="scan-qr-code" label={t('tpl:address:scan')} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense fallback={null}>
          <ScanSheet
            onClose={() => setOpen(false)}
            onFound={(address) => {
              setOpen(false);
              onFound(address);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function useHasCamera(): boolean {
  const [hasCamera, setCamera] = useState(false);
  useEffect(() => {
    let isLeft = false;
    if (!readCapabilities(window).camera) return undefined;
    navigator.mediaDevices.enumerateDevices().then(
      (all) => isLeft || setCamera(all.some(({ kind }) => kind === 'videoinput')),
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, []);
  return hasCamera;
}
