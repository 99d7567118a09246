import { type Stage, type Staged, emitDisplay, fail } from '../mounted.ts';
import { withTopAddress } from '../mint-address.ts';
import { fallbackCard } from './fallback-card.ts';
import { modalStage } from './modal-stage.ts';
import { openDialog } from './open-dialog.ts';
import { popupStage } from './popup-stage.ts';

function redirectStage({ widget }: Staged): Stage {
  return {
    open() {
      emitDisplay(widget, 'redirect', null);
      withTopAddress(widget, (url) => location.assign(url));
    },
    close: () => undefined,
    end: () => undefined,
  };
}

function popupOrDialog(staged: Staged): Stage {
  const { widget } = staged;
  let dialog: Stage | undefined;
  const popup = popupStage(widget, null, () => {
    emitDisplay(widget, 'redirect', 'popup-blocked');
    const card = fallbackCard(staged, { note: 'blocked', openWindow: undefined });
    dialog ??= openDialog(widget, card, () => widget.emit('close', {}));
    dialog.open();
  });
  return {
    ...popup,
    end() {
      popup.end();
      dialog?.end();
    },
  };
}

/** Shows the widget where the options say. */
export function openStage(staged: Staged): Stage {
  const { display = '' } = staged.widget.options;
  const stages = new Map([
    ['modal', modalStage],
    ['popup', popupOrDialog],
    ['redirect', redirectStage],
  ]);
  const stage = stages.get(display);
  if (stage) return stage(staged);
  fail(staged.widget, `Expected "display" to be inline, modal, popup or redirect, but got "${display}".`);
  return { open: () => undefined, close: () => undefined, end: () => undefined };
}
