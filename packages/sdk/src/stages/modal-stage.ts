import { loadFrame, tellDisplay } from '../mounted.ts';
import { openDialog } from './open-dialog.ts';
import type { Stage, Staged } from './stage.ts';

/** The widget in a dialog over the page; it is loaded when it is opened first, and lives on while it is closed. */
export function modalStage({ widget }: Staged): Stage {
  const { iframe } = widget;
  const dialog = openDialog(widget, iframe, () => widget.emit('close', {}));
  return {
    ...dialog,
    open() {
      dialog.open();
      if (iframe.src) return;
      loadFrame(widget);
      tellDisplay(widget, 'modal', null);
    },
  };
}
