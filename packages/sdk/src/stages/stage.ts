import type { Mounted } from '../mounted.ts';

/** A modal, a popup, a redirect or the card that stands in for a frame. */
export interface Stage {
  open: () => void;
  close: () => void;
  /** Takes everything off the page. */
  end: () => void;
}

/** A text as a QR code: rows of dark (true) and light. */
export type EncodeQr = (text: string) => boolean[][];

export type FetchQr = () => Promise<EncodeQr>;

/** A widget, and where the encoder of QR codes comes from, which hardly anybody needs. */
export interface Staged {
  widget: Mounted;
  fetchQr: FetchQr;
}
