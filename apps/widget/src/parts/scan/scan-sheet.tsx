import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Popup } from '../../ui/layout/popup.tsx';
import text from '../../ui/layout/text.module.css';
import { addressOfCode, openReader } from './read-code.ts';
import styles from './scan-sheet.module.css';

/** Milliseconds between two looks, and the pixels of the picture's longer side that is looked at. */
const lookEvery = 250;
const sideMax = 720;

interface ScanSheetProps {
  onFound: (address: string) => void;
  onClose: () => void;
}

/** The camera, until it sees the QR code of an address. */
export default function ScanSheet({ onFound, onClose }: ScanSheetProps) {
  const { log } = useRuntime();
  const t = useTexts();
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  const found = useEffectEvent(onFound);
  useEffect(() => {
    const end = new AbortController();
    let stream: MediaStream | undefined;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    async function look(): Promise<void> {
      stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'environment' } });
      if (end.signal.aborted) return stop();
      if (video.current) video.current.srcObject = stream;
      const read = await openReader(window);
      const canvas = document.createElement('canvas');
      while (!end.signal.aborted) {
        const code = video.current && draw(video.current, canvas) ? await read(canvas) : undefined;
        if (code !== undefined && !end.signal.aborted) return found(addressOfCode(code));
        await new Promise((resolve) => setTimeout(resolve, lookEvery));
      }
    }
    look().catch((error: unknown) => {
      log.warn('The camera cannot be looked through', error);
      setRefused(true);
    });
    return () => {
      end.abort();
      stop();
    };
  }, [log]);
  return (
    <Popup open onClose={onClose} title={t('tpl:address:scan_title')} closeLabel={t('tpl:common:close')}>
      {isRefused ? (
        <Callout>{t('tpl:address:scan_refused')}</Callout>
      ) : (
        <>
          <video ref={video} className={styles.picture} autoPlay muted playsInline aria-hidden="true" />
          <p className={text.s} role="status">
            {t('tpl:address:scan_text')}
          </p>
        </>
      )}
    </Popup>
  );
}

/** A small copy of what is seen; false before there is a picture. */
function draw(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return false;
  const share = Math.min(1, sideMax / Math.max(videoWidth, videoHeight));
  canvas.width = Math.round(videoWidth * share);
  canvas.height = Math.round(videoHeight * share);
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return true;
}
