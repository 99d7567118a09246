import { encode } from 'uqr';
import styles from './qr-code.module.css';

export interface QrCodeProps {
  /** What a camera reads. */
  text: string;
  /** The accessible name: 'QR code of the address'. */
  label: string;
}

/** Always dark on white: cameras read the reverse badly. */
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

/** The dark modules of a code as one path: each run of a row is a box. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => rowRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)).join('');
}

function rowRuns(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}
