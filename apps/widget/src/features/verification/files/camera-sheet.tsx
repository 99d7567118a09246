import { useEffect, useRef, useState, type RefObject } from 'react';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Popup } from '../../../ui/layout/popup.tsx';
import styles from './camera-sheet.module.css';
import { judgeShot, type ShotQuality } from './shot-quality.ts';

/** Milliseconds between two looks at what is in the frame. */
const lookEvery = 500;
/** Size of the small copy that is judged. */
const [smallWidth, smallHeight] = [160, 100];
/** How much of the picture the frame shows, its shape, and the pixels across it that are enough to read by. */
const frames = {
  card: { share: 0.88, ratio: 1.586, widthMin: 600 },
  selfie: { share: 0.8, ratio: 0.9, widthMin: 300 },
} as const;

/**
 * The camera of the device: one that the page may look through, or, where a finger is the pointer, the device's own
 * behind a file field with `capture`.
 */
export function useCameraOf(): 'live' | 'file' | 'none' {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    let isLeft = false;
    // Without a secure page there is no such list.
    const devices: MediaDevices | undefined = navigator.mediaDevices;
    devices?.enumerateDevices().then(
      (all) => {
        if (!isLeft) setThere(all.some(({ kind }) => kind === 'videoinput'));
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, []);
  if (isThere) return 'live';
  return matchMedia('(pointer: coarse)').matches ? 'file' : 'none';
}

export interface CameraSheetProps {
  isOpen: boolean;
  title: string;
  isSelfie: boolean;
  onShot: (file: File) => void;
  onClose: () => void;
}

/** The camera with a frame, and what to do better while it is looked at; the picture is shown before it is used. */
export function CameraSheet({ isOpen, title, onClose, ...rest }: CameraSheetProps) {
  const t = useTexts();
  return (
    <Popup open={isOpen} onClose={onClose} title={title} closeLabel={t('tpl:verification:close_camera')}>
      <Camera {...rest} onClose={onClose} />
    </Popup>
  );
}

function Camera({ isSelfie, onShot, onClose }: Pick<CameraSheetProps, 'isSelfie' | 'onShot' | 'onClose'>) {
  const t = useTexts();
  const video = useRef<HTMLVideoElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isShot, setShot] = useState(false);
  const { stream, isRefused } = useCamera(isSelfie);
  const quality = useQuality(video, isSelfie, isShot);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null;
  }, [stream]);
  if (isRefused) return <Refused />;

  function take(): void {
    if (!video.current || !canvas.current || video.current.videoWidth === 0) return;
    const { videoWidth, videoHeight } = video.current;
    Object.assign(canvas.current, { width: videoWidth, height: videoHeight });
    canvas.current.getContext('2d')?.drawImage(video.current, 0, 0);
    setShot(true);
  }

  function give(): void {
    canvas.current?.toBlob(
      (blob) => {
        if (blob) onShot(new File([blob], 'photo.jpg', { type: 'image/jpeg' }));
        onClose();
      },
      'image/jpeg',
      0.92,
    );
  }

  return (
    <div className={styles.camera}>
      <div className={styles.view}>
        <video ref={video} className={styles.picture} hidden={isShot} autoPlay muted playsInline aria-hidden="true" />
        <canvas ref={canvas} className={styles.picture} hidden={!isShot} aria-hidden="true" />
        {!isShot && <div className={isSelfie ? styles.face : styles.card} />}
      </div>
      <p className={styles.hint} role="status">
        {quality !== undefined && t(`tpl:verification:shot_${quality}`)}
      </p>
      {isShot ? (
        <div className={styles.actions}>
          <Button onClick={give}>{t('tpl:verification:shot_use')}</Button>
          <QuietButton look="line" onClick={() => setShot(false)}>
            {t('tpl:verification:shot_again')}
          </QuietButton>
        </div>
      ) : (
        <Button big icon="camera" disabled={quality === undefined} onClick={take}>
          {t('tpl:verification:shot')}
        </Button>
      )}
    </div>
  );
}

/** The device keeps its camera back (6-11, A-085); in an app its settings are one press away. */
function Refused() {
  const { native } = useRuntime();
  const t = useTexts();
  const { app } = native.getState();
  return (
    <>
      <Callout>{t('tpl:verification:permissions_required')}</Callout>
      {app?.facts.can('settings-open') === true && (
        <Button onClick={() => void app.call('settings-open', {}).catch(() => undefined)}>
          {t('tpl:verification:open_settings')}
        </Button>
      )}
    </>
  );
}

/** What the camera sees, for as long as the sheet is there. */
function useCamera(isSelfie: boolean): { stream: MediaStream | undefined; isRefused: boolean } {
  const { native, log } = useRuntime();
  const [isRefused, setRefused] = useState(false);
  const [stream, setStream] = useState<MediaStream>();
  useEffect(() => {
    let isLeft = false;
    let opened: MediaStream | undefined;
    const stop = () => opened?.getTracks().forEach((track) => track.stop());
    const start = async () => {
      const { app } = native.getState();
      if (app?.facts.can('permissions-request') === true)
        await app.call('permissions-request', { permission: 'camera' });
      opened = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: isSelfie ? 'user' : 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
      });
      if (isLeft) stop();
      else setStream(opened);
    };
    start().catch((error: unknown) => {
      log.warn('The camera did not open', error);
      if (!isLeft) setRefused(true);
    });
    return () => {
      isLeft = true;
      stop();
    };
  }, [native, log, isSelfie]);
  return { stream, isRefused };
}

/** Judges what is in the frame again and again; what was shot keeps its judgement. */
function useQuality(
  video: RefObject<HTMLVideoElement | null>,
  isSelfie: boolean,
  isShot: boolean,
): ShotQuality | undefined {
  const [quality, setQuality] = useState<ShotQuality>();
  useEffect(() => {
    if (isShot) return undefined;
    const small = document.createElement('canvas');
    Object.assign(small, { width: smallWidth, height: smallHeight });
    const context = small.getContext('2d', { willReadFrequently: true });
    const timer = setInterval(() => {
      if (!context || !video.current || video.current.videoWidth === 0) return;
      const frame = isSelfie ? frames.selfie : frames.card;
      const box = frameIn(video.current, frame);
      context.drawImage(video.current, box.x, box.y, box.width, box.height, 0, 0, smallWidth, smallHeight);
      const { data } = context.getImageData(0, 0, smallWidth, smallHeight);
      setQuality(judgeShot({ frameWidth: box.width, widthMin: frame.widthMin, pixels: data, width: smallWidth }));
    }, lookEvery);
    return () => clearInterval(timer);
  }, [video, isSelfie, isShot]);
  return quality;
}

/** The part of the camera's picture that the frame shows. */
function frameIn({ videoWidth, videoHeight }: HTMLVideoElement, { share, ratio }: { share: number; ratio: number }) {
  const width = Math.min(videoWidth * share, videoHeight * share * ratio);
  const height = width / ratio;
  return { x: (videoWidth - width) / 2, y: (videoHeight - height) / 2, width, height };
}
