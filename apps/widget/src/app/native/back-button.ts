import { BACK_WAIT } from '@causeway/bridge/native/protocol';
import type { Timers } from '../../lib/timing/timers.ts';
import type { NativeApp } from '../../platform/native.ts';

export interface BackButtonOptions {
  notify: NativeApp['notify'];
  /** Goes back by itself; false when there is nothing to go back to. */
  goBack: () => boolean;
  timers: Timers;
}

/** The device's back key: the app may take each press first, for 500 ms; then the widget goes back itself. */
export function createBackButton({ notify, goBack, timers }: BackButtonOptions) {
  const open = new Map<number, () => void>();
  let last = 0;
  return {
    pressed(): void {
      last += 1;
      const offer = last;
      notify('back-offered', { offer });
      const cancel = timers.after(BACK_WAIT, () => {
        open.delete(offer);
        if (!goBack()) notify('back-empty', {});
      });
      open.set(offer, cancel);
    },
    taken(offer: number): void {
      open.get(offer)?.();
      open.delete(offer);
    },
  };
}
