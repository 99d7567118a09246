import type { Frame } from '../platform/frame.ts';

/** A frame is closed by the page around it, a window of its own closes itself. */
export function closeWidget(frame: Pick<Frame, 'isFramed' | 'tell'>, window: Pick<Window, 'close'>): void {
  if (frame.isFramed) frame.tell('close', {});
  else window.close();
}
