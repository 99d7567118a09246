import type { DisplayChange } from '../events.ts';
import { type Mounted, type Stage, answerWithin, emitDisplay } from '../mounted.ts';
import { withTopAddress } from '../mint-address.ts';

const [width, height] = [460, 800];

/** Features of a window in the middle of ours. */
function features(): string {
  const left = Math.round(screenX + (outerWidth - width) / 2);
  const top = Math.round(screenY + Math.max(0, (outerHeight - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

/** The widget in a window of its own; `onBlocked` is called when the browser does not open it. */
export function popupStage(widget: Mounted, reason: DisplayChange['reason'], onBlocked: () => void): Stage {
  let watch: number | undefined;
  const leave = () => {
    clearInterval(watch);
    widget.popup = undefined;
  };
  const open = () => {
    if (widget.popup && !widget.popup.closed) return widget.popup.focus();
    leave();
    // Opened in the click itself: browsers block a window that is opened after an answer came.
    const popup = window.open('', '_blank', features());
    if (!popup) return onBlocked();
    widget.popup = popup;
    const isIsolated = window.crossOriginIsolated;
    withTopAddress(widget, (url) => {
      if (!isIsolated) widget.expect(answerWithin);
      popup.location.replace(url);
    });
    emitDisplay(widget, 'popup', isIsolated ? 'isolation' : reason);
    // An isolated page loses its reference to the window at once.
    if (isIsolated) return leave();
    watch = window.setInterval(() => {
      if (!popup.closed) return;
      leave();
      widget.emit('close', {});
    }, 500);
  };
  const close = () => widget.popup?.close();
  return {
    open,
    close,
    end() {
      close();
      leave();
    },
  };
}
