import { isWithdrawal } from '@causeway/domain/orders/is-withdrawal';
import { isFinalStatus } from '@causeway/domain/orders/order-status';
import { useEffect, useState } from 'react';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { useBrowserNotification } from '../use-browser-notification.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import text from '../../../ui/layout/text.module.css';
import type { OrderParts } from '../order-parts.ts';
import { nextOrder } from '../rules/next-order.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';

/**
 * The caller's actions: return to the shop, buy again, see the receipt, log in, leave, see the other orders, cancel.
 */
export function OrderActions(parts: OrderParts) {
  const { order, show, receiver, hideButtons, isOwner, onChange, onCancel, onLogin, onReturn } = parts;
  const t = useTexts();
  const [isReceiptOpen, setReceiptOpen] = useState(false);
  const notification = useBrowserNotification(order);
  const isOver = isFinalStatus(order.status);
  const next = nextOrder(order, receiver);
  const onNext = next && { again: parts.onAgain, new: parts.onNew, retry: parts.onRetry }[next];
  return (
    <div className={`${text.stackS} ${layout.push}`}>
      {!isOver && isOwner && (
        <Callout
          type="plain"
          icon="bell"
          live={notification.isAsked}
          action={notification.ask && <LinkButton onClick={notification.ask}>{t('tpl:order:notice_ask')}</LinkButton>}
        >
          {t(notification.isAsked ? 'tpl:order:notice_asked' : 'tpl:order:close_page')}
        </Callout>
      )}
      {onLogin && (
        <QuietButton look="soft" icon="log-in" onClick={onLogin}>
          {t('tpl:order:login')}
        </QuietButton>
      )}
      {!hideButtons && onReturn && (
        <Button big onClick={onReturn}>
          {t('tpl:order:return')}
        </Button>
      )}
      {!hideButtons && next && onNext && (
        <NextButton isQuiet={onReturn !== undefined} onClick={onNext}>
          {t(next === 'retry' ? 'tpl:common:try_again' : `tpl:order:${next}`, { direction: parts.direction })}
        </NextButton>
      )}
      {order.receipt.length > 0 && <ReceiptRow order={order} onOpen={() => setReceiptOpen(true)} />}
      {!hideButtons && onChange && (
        <QuietButton look="line" onClick={onChange}>
          {t('tpl:order:change')}
        </QuietButton>
      )}
      {!hideButtons && !isOver && receiver === 'you' && (
        <QuietButton look="line" onClick={parts.onNew}>
          {t('tpl:order:new')}
        </QuietButton>
      )}
      {parts.onList && (
        <QuietButton look="bare" onClick={parts.onList}>
          {t('tpl:order:list')}
        </QuietButton>
      )}
      {!hideButtons && onCancel && (
        <QuietButton look="danger" onClick={onCancel}>
          {t(isWithdrawal(order) ? 'tpl:order:cancel_withdrawal' : 'tpl:order:cancel')}
        </QuietButton>
      )}
      <ReceiptSheet
        order={order}
        show={show}
        receiver={receiver}
        isOwner={isOwner}
        open={isReceiptOpen}
        onClose={() => setReceiptOpen(false)}
      />
    </div>
  );
}

/** The receipt, and of a finished order its link to share, with what that shows. */
function ReceiptRow({ order, onOpen }: Pick<OrderParts, 'order'> & { onOpen: () => void }) {
  const t = useTexts();
  const isDone = order.status === 'finished';
  return (
    <>
      <div className={isDone ? text.two : text.stackS}>
        <QuietButton look="line" icon="receipt-text" onClick={onOpen}>
          {t('tpl:order:receipt')}
        </QuietButton>
        {isDone && <ShareButton niceId={order.niceId} />}
      </div>
      {isDone && (
        <p className={text.lead} id="share-text">
          {t('tpl:order:share_text')}
        </p>
      )}
    </>
  );
}

/** Filled where it is the one next thing to do. */
function NextButton({ isQuiet, onClick, children }: { isQuiet: boolean; onClick: () => void; children: string }) {
  if (isQuiet)
    return (
      <QuietButton look="line" onClick={onClick}>
        {children}
      </QuietButton>
    );
  return (
    <Button big onClick={onClick}>
      {children}
    </Button>
  );
}

/**
 * Shares the public page of an order, which shows nothing personal: by the device's own sheet, else by the
 * clipboard.
 */
function ShareButton({ niceId }: { niceId: string }) {
  const { toasts } = useRuntime();
  const t = useTexts();
  const url = new URL(`/order-status/${niceId}`, location.origin).href;
  const copied = t('tpl:order:link_copied');
  // What was copied here says nothing on another screen (D14).
  useEffect(
    () => () => {
      for (const { id, text: said } of toasts.list()) if (said === copied) toasts.close(id);
    },
    [toasts, copied],
  );

  async function share(): Promise<void> {
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ url });
      await navigator.clipboard.writeText(url);
      toasts.show({ text: copied });
    } catch (error) {
      // Closing the sheet is an answer too.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toasts.show({ kind: 'error', text: t('tpl:order:copy_refused') });
    }
  }

  return (
    <QuietButton look="line" icon="share-2" aria-describedby="share-text" onClick={() => void share()}>
      {t('tpl:order:share')}
    </QuietButton>
  );
}
