import type { Frame } from '../platform/frame.ts';

/** A frame is closed by the page around it, a window of its own closes itself. */
export function closeWidget(frame: Pick<Frame, 'isFramed' | 'post'>, window: Pick<Window, 'close'>): void {
  if (frame.isFramed) frame.post('close', {});
  else window.close();
}
