import type { DisplayChange } from '../events.ts';
import { type Stage, type Staged, emitDisplay } from '../mounted.ts';
import { fallbackCard } from './fallback-card.ts';
import { popupStage } from './popup-stage.ts';
import { shadowBox } from './shadow-box.ts';

/**
 * Replaces a frame that cannot work: the client chooses how to go on, and a blocked window is removed from the list.
 */
export function cardStage(staged: Staged, reason: DisplayChange['reason']): Stage {
  const { widget } = staged;
  const { host, root } = shadowBox(widget.options.theme);
  const draw = (note: 'note' | 'blocked', hasWindow: boolean) =>
    root.replaceChildren(fallbackCard(staged, { note, openWindow: hasWindow ? popup.open : undefined }));
  const popup = popupStage(widget, reason, () => {
    emitDisplay(widget, 'redirect', 'popup-blocked');
    draw('blocked', false);
  });
  // A window cannot talk to an isolated page; but a frame that may not open windows does not stop its page from opening
  // one.
  const hasWindow = reason !== 'isolation';
  draw('note', hasWindow);
  widget.iframe.remove();
  widget.element.append(host);
  emitDisplay(widget, hasWindow ? 'popup' : 'redirect', reason);
  return {
    ...popup,
    end() {
      popup.end();
      host.remove();
    },
  };
}
