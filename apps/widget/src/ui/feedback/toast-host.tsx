import { useSyncExternalStore } from 'react';
import { Icon } from '../icon.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { LinkButton } from '../buttons/link-button.tsx';
import styles from './toast-host.module.css';
import type { ShownToast, ToastStore } from './toast-store.ts';

export interface ToastHostProps {
  store: ToastStore;
  /** The accessible name of the region. */
  label: string;
  closeLabel: string;
}

const none: readonly ShownToast[] = [];
const icons = { done: 'check', waiting: 'wifi-off', error: 'circle-alert' } as const;

function ToastLine({ toast, closeLabel, onClose }: { toast: ShownToast; closeLabel: string; onClose: () => void }) {
  const error = toast.kind === 'error';
  const { action } = toast;
  return (
    <div className={styles.toast} role={error ? 'alert' : undefined}>
      <Icon name={icons[toast.kind ?? 'done']} />
      <span className={styles.text}>{toast.text}</span>
      {action && (
        <LinkButton
          inline
          onClick={() => {
            onClose();
            action.run();
          }}
        >
          {action.text}
        </LinkButton>
      )}
      {error && <IconButton icon="x" label={closeLabel} className={styles.close ?? ''} onClick={onClose} />}
    </div>
  );
}

/**
 * Put one beside the application's content. The region is always there, so that screen readers notice what enters it.
 */
export function ToastHost({ store, label, closeLabel }: ToastHostProps) {
  const toasts = useSyncExternalStore(store.subscribe, store.list, () => none);
  return (
    <div className={styles.host} role="status" aria-label={label}>
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} closeLabel={closeLabel} onClose={() => store.close(toast.id)} />
      ))}
    </div>
  );
}
