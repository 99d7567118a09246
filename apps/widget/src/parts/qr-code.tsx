import { encode } from 'uqr';
import { qrPath } from './qr-path.ts';
import styles from './qr-code.module.css';

export interface QrCodeProps {
  /** What a camera reads. */
  text: string;
  /** The accessible name: 'QR code of the address'. */
  label: string;
}

/** Always dark on white: cameras read the other way round badly. */
export default function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  return (
    <div className={styles.qr} data-edge="">
      <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
        <path fill="#0f2128" d={qrPath(data)} />
      </svg>
    </div>
  );
}
