import { useEffect, useRef, useState } from 'react';
import styles from './document-place.module.css';

/** Pixels of the small picture; twice its size on screen. */
const edge = 112;

/** What a place takes, drawn; with the file that was chosen here, that one. HEIC and PDF stay drawn. */
export function DocumentPicture({ type, picture }: { type: string; picture: Blob | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shown, setShown] = useState<Blob>();
  useEffect(() => {
    if (picture === undefined) return undefined;
    let isLeft = false;
    void drawInto(() => (isLeft ? null : canvas.current), picture).then((isDrawn) => {
      if (isDrawn) setShown(picture);
    });
    return () => {
      isLeft = true;
    };
  }, [picture]);
  const isShown = picture !== undefined && shown === picture;
  return (
    <span className={styles.picture} aria-hidden="true">
      <canvas ref={canvas} width={edge} height={edge} hidden={!isShown} />
      {!isShown && <Drawing type={type} />}
    </span>
  );
}

/** A browser that cannot decode the file leaves the drawing. */
async function drawInto(target: () => HTMLCanvasElement | null, picture: Blob): Promise<boolean> {
  try {
    const bitmap = await createImageBitmap(picture);
    const context = target()?.getContext('2d');
    const scale = edge / Math.min(bitmap.width, bitmap.height);
    const [width, height] = [bitmap.width * scale, bitmap.height * scale];
    context?.drawImage(bitmap, (edge - width) / 2, (edge - height) / 2, width, height);
    bitmap.close();
    return context !== undefined && context !== null;
  } catch {
    return false;
  }
}

function Drawing({ type }: { type: string }) {
  return (
    <svg viewBox="0 0 56 56" fill="currentColor">
      {type === 'selfie' ? (
        <>
          <circle cx="28" cy="23" r="8.5" opacity=".4" />
          <path d="M11 52a17 17 0 0 1 34 0z" opacity=".4" />
        </>
      ) : type === 'front' || type === 'back' ? (
        <>
          <rect x="7" y="15" width="42" height="27" rx="4" fillOpacity=".1" stroke="currentColor" strokeWidth="1.4" />
          {type === 'front' ? (
            <g opacity=".5">
              <circle cx="17.5" cy="26" r="4" />
              <path d="M10.8 37a6.7 6.7 0 0 1 13.4 0z" />
              <path d="M29 22h14v2.4H29zM29 27h10v2.4H29zM29 32h13v2.4H29z" />
            </g>
          ) : (
            <path d="M7 20h42v5H7zM12 31h22v2.4H12zM12 35.6h28V38H12z" opacity=".4" />
          )}
        </>
      ) : (
        <>
          <rect x="13" y="8" width="30" height="40" rx="4" fillOpacity=".1" stroke="currentColor" strokeWidth="1.4" />
          <path d="M19 17h18v2.4H19zM19 24h14v2.4H19zM19 31h18v2.4H19zM19 38h10v2.4H19z" opacity=".5" />
        </>
      )}
    </svg>
  );
}
