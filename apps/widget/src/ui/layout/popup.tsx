import { type ReactNode, type RefObject, useId } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import styles from './popup.module.css';
import { useFrameBox } from './use-frame-box.ts';
import { useModal } from './use-modal.ts';

interface PopupProps {
  open: boolean;
  /**
   * Called after the closing animation of the scrim, Escape, the cross or the system's back. Set `open` to false in it.
   */
  onClose: () => void;
  title: ReactNode;
  closeLabel: string;
  /** Where it slides in from. */
  from?: 'bottom' | 'end';
  /** full for lists, content for choices. */
  size?: 'full' | 'content';
  /** A back arrow before the title, for a second step. */
  back?: { label: string; onBack: () => void } | undefined;
  /** Stays below the scrolling content. */
  foot?: ReactNode;
  /** Takes the focus 240 ms after opening; else the first control has it. */
  focus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

export function Popup(props: PopupProps) {
  const { open, title, closeLabel, from = 'bottom', size = 'content', back, foot, children } = props;
  const { ref, leave } = useModal(open, props.onClose, props.focus);
  const titleId = useId();
  useFrameBox(ref, open);
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
      // The second press of a double click is for what opened it.
      onMouseDown={(event) => event.target === event.currentTarget && event.detail < 2 && leave()}
    >
      {open && (
        <section className={classNames(styles.sheet, styles[from], size === 'full' && styles.full)}>
          <div className={classNames(styles.head, back && styles.withBack)}>
            {back && <IconButton icon="arrow-left" flip label={back.label} onClick={back.onBack} />}
            <h2 id={titleId}>{title}</h2>
            <IconButton icon="x" label={closeLabel} onClick={leave} />
          </div>
          <div className={styles.body}>{children}</div>
          {foot && <div className={styles.foot}>{foot}</div>}
        </section>
      )}
    </dialog>
  );
}

const focusable =
  'a[href],button:not([disabled],[tabindex="-1"]),input:not([disabled],[tabindex="-1"]),select,textarea,summary,[tabindex="0"]';

/**
 * Tab wraps at the ends of a dialog, so that the focus does not move to the browser's own controls or the partner's
 * page.
 */
function keepFocusInside(
  dialog: HTMLElement,
  event: { key: string; shiftKey: boolean; preventDefault: () => void },
): void {
  if (event.key !== 'Tab') return;
  const stops = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter((stop) => stop.checkVisibility());
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  const other = event.shiftKey ? stops.at(-1) : stops[0];
  if (!other || (document.activeElement !== edge && document.activeElement !== dialog)) return;
  event.preventDefault();
  other.focus();
}
