import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

export interface Modal {
  ref: RefObject<HTMLDialogElement | null>;
  /** Plays the closing animation, then calls onClose. */
  leave: () => void;
}

const focusDelay = 240;

/** Opens and closes a modal dialog element. The focus goes back to what had it before. */
export function useModal(open: boolean, onClose: () => void, focus: RefObject<HTMLElement | null> | undefined): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return undefined;
    const before = document.activeElement;
    dialog.showModal();
    const timer = focus && setTimeout(() => focus.current?.focus(), focusDelay);
    return () => {
      clearTimeout(timer);
      dialog.removeAttribute('data-closing');
      dialog.close();
      // A dialog that leaves the page with its content has nothing to give back.
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    };
  }, [open, focus]);

  function leave(): void {
    const dialog = ref.current;
    if (!dialog || dialog.hasAttribute('data-closing')) return;
    dialog.setAttribute('data-closing', '');
    const running = dialog.getAnimations({ subtree: true }).filter((animation) => animation.playState === 'running');
    // An endless animation, such as a skeleton, never finishes.
    const ending = running.filter((animation) => animation.effect?.getTiming().iterations === 1);
    void Promise.allSettled(ending.map((animation) => animation.finished)).then(onClose);
  }
  return { ref, leave };
}
