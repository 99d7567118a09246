import { useEffect, useId, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { keepFocusInside } from './keep-focus-inside.ts';
import styles from './popup.module.css';
import { useFrameBox } from './use-frame-box.ts';

export interface PopupProps {
  open: boolean;
  /** Called after the closing animation of the scrim, Escape, the cross or the system's back. Set `open` to false in it. */
  onClose: () => void;
  title: ReactNode;
  closeLabel: string;
  /** Where it slides in from. */
  from?: 'bottom' | 'end';
  /** full for lists, content for choices. */
  size?: 'full' | 'content';
  /** A back arrow before the title, for a second step. */
  back?: { label: string; onBack: () => void } | undefined;
  /** Takes the place of the title row; it must hold a heading or a name and its own close button. */
  head?: ReactNode;
  /** Stays below the scrolling content. */
  foot?: ReactNode;
  /** Takes the focus 240 ms after opening; else the first control has it. */
  focus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

const focusDelay = 240;

export function Popup(props: PopupProps) {
  const {
    open,
    onClose,
    title,
    closeLabel,
    from = 'bottom',
    size = 'content',
    back,
    head,
    foot,
    focus,
    children,
  } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useFrameBox(ref, open);

  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return undefined;
    dialog.showModal();
    const timer = focus && setTimeout(() => focus.current?.focus(), focusDelay);
    return () => {
      clearTimeout(timer);
      dialog.removeAttribute('data-closing');
      dialog.close();
    };
  }, [open, focus]);

  function leave(): void {
    const dialog = ref.current;
    if (!dialog || dialog.hasAttribute('data-closing')) return;
    dialog.setAttribute('data-closing', '');
    const running = dialog.getAnimations({ subtree: true }).filter((animation) => animation.playState === 'running');
    const ends = running
      .filter((animation) => animation.effect?.getTiming().iterations === 1)
      .map((animation) => animation.finished);
    void Promise.allSettled(ends).then(onClose);
  }

  return (
    <dialog
      ref={ref}
      className={classNames(styles.popup, from === 'end' && styles.atEnd)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onKeyDown={(event) => keepFocusInside(event.currentTarget, event)}
      onPointerDown={(event) => event.target === event.currentTarget && leave()}
    >
      {open && (
        <section className={classNames(styles.sheet, styles[from], size === 'full' && styles.full)}>
          {head ? (
            <div id={titleId}>{head}</div>
          ) : (
            <div className={classNames(styles.head, back && styles.withBack)}>
              {back && <IconButton icon="arrow-left" flip label={back.label} onClick={back.onBack} />}
              <h2 id={titleId}>{title}</h2>
              <IconButton icon="x" label={closeLabel} onClick={leave} />
            </div>
          )}
          <div className={styles.body}>{children}</div>
          {foot && <div className={styles.foot}>{foot}</div>}
        </section>
      )}
    </dialog>
  );
}
