/** The QR reader that a browser may have (Shape Detection API). */
interface Detector {
  detect: (source: HTMLCanvasElement) => Promise<readonly { rawValue: string }[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: {
      new (options: { formats: readonly string[] }): Detector;
      getSupportedFormats: () => Promise<readonly string[]>;
    };
  }
}

/** Reads the QR code of a picture; undefined while there is none. */
export type ReadCode = (picture: HTMLCanvasElement) => Promise<string | undefined>;

/** The browser's own reader, or a small one that is fetched where it has none. */
export async function openReader(window: Pick<Window, 'BarcodeDetector'>): Promise<ReadCode> {
  const { BarcodeDetector: Own } = window;
  if (Own && (await Own.getSupportedFormats()).includes('qr_code')) {
    const detector = new Own({ formats: ['qr_code'] });
    return async (picture) => (await detector.detect(picture))[0]?.rawValue;
  }
  const { default: decode } = await import('qr/decode.js');
  return (picture) => {
    const { width, height } = picture;
    const image = picture.getContext('2d', { willReadFrequently: true })?.getImageData(0, 0, width, height);
    try {
      return Promise.resolve(image && decode(image));
    } catch {
      // Most pictures show no code.
      return Promise.resolve(undefined);
    }
  };
}

/**
 * The address in what a wallet shows: bare, or in a link of its chain with amount and network. A token's link names the
 * contract first and then who is paid (EIP-681).
 */
export function addressOfCode(code: string): string {
  const text = code.trim();
  const [, , target = text, query = ''] = /^([a-z][a-z\d+.-]*):(?:pay-|\/\/)?([^?]+)(?:\?(.*))?$/i.exec(text) ?? [];
  return (target.endsWith('/transfer') && new URLSearchParams(query).get('address')) || target.replace(/[@/].*$/, '');
}
