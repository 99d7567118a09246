import { type Stage, type Staged, loadFrame, emitDisplay } from '../mounted.ts';
import { openDialog } from './open-dialog.ts';

/** The widget in a dialog over the page; it is loaded when it is opened first, and lives on while it is closed. */
export function modalStage({ widget }: Staged): Stage {
  const { iframe } = widget;
  // The widget passes on Escape, which its frame gets: only in a dialog.
  iframe.name = 'causeway-modal';
  let isClosing = false;
  const dialog = openDialog(widget, iframe, () => {
    if (!isClosing) widget.emit('close', {});
    isClosing = false;
  });
  // The widget itself reports a click on its close button.
  widget.on('close', () => {
    isClosing = dialog.isOpen();
    dialog.close();
  });
  // The widget draws a cross in its header, and asks there about an order that is not done.
  const handOver = () => (widget.can ? dialog.hideBar() : setTimeout(handOver, 200));
  widget.on('ready', handOver);
  return {
    ...dialog,
    open() {
      dialog.open();
      if (iframe.src) return;
      loadFrame(widget);
      emitDisplay(widget, 'modal', null);
    },
  };
}
