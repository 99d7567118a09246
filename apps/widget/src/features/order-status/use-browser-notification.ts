import type { Order } from '@causeway/contract/shapes/order';
import { isFinalStatus } from '@causeway/domain/orders/order-status';
import { useEffect, useState } from 'react';
import { useRuntime, useTexts } from '../../platform/runtime.ts';

export interface BrowserNotification {
  isAsked: boolean;
  /** Undefined where this page may show none, or the order is over. */
  ask: (() => void) | undefined;
}

/** A notification of the browser when the order ends, for a person who asks for it on its page. */
export function useBrowserNotification({
  niceId,
  number,
  status,
}: Pick<Order, 'niceId' | 'number' | 'status'>): BrowserNotification {
  const t = useTexts();
  const { log, toasts, boot } = useRuntime();
  const [asked, setAsked] = useState('');
  const isOver = isFinalStatus(status);
  const isAsked = asked === niceId;
  useEffect(() => {
    if (!isAsked || !isOver) return;
    // Who looks at the page sees it there.
    if (document.visibilityState === 'visible' && document.hasFocus()) return;
    try {
      const title = t(status === 'finished' ? 'tpl:order:notice_done' : 'tpl:order:notice_over', { number });
      const notification = new Notification(title, { body: boot.brand.name, tag: niceId });
      notification.addEventListener('click', () => window.focus());
    } catch (error) {
      log.warn('The browser shows no notification', error);
    }
  }, [isAsked, isOver, status, number, niceId, t, boot, log]);

  async function ask(): Promise<void> {
    const answer = await Notification.requestPermission();
    if (answer === 'granted') setAsked(niceId);
    else toasts.show({ kind: 'error', text: t('tpl:order:notice_refused') });
  }

  return { isAsked, ask: isOver || isAsked || !mayShow() ? undefined : () => void ask() };
}

/** A frame of another site has no notifications, and neither have some phones. */
function mayShow(): boolean {
  return window.top === window && 'Notification' in window && Notification.permission !== 'denied';
}
