import { isFinalStatus } from '@causeway/domain/orders/order-status';
import { useTexts } from '../../../shell/runtime.ts';
import { Button } from '../../../ui/button.tsx';
import layout from '../../../ui/layout.module.css';
import { Note } from '../../../ui/note.tsx';
import { QuietButton } from '../../../ui/quiet-button.tsx';
import text from '../../../ui/text.module.css';
import type { OrderScreenProps } from '../order-screen.tsx';

/** What the reader can do now: leave, log in, buy again, cancel. */
export function OrderActions({ order, hideButtons, isOwner, onAgain, onCancel, onLogin }: OrderScreenProps) {
  const t = useTexts();
  const isOver = isFinalStatus(order.status);
  return (
    <div className={`${text.stackS} ${layout.push}`}>
      {!isOver && isOwner && (
        <Note type="plain" icon="bell" live={false}>
          {t('tpl:order:close_page')}
        </Note>
      )}
      {onLogin && (
        <QuietButton look="soft" icon="log-in" onClick={onLogin}>
          {t('tpl:order:login')}
        </QuietButton>
      )}
      {!hideButtons && isOver && (
        <Button big onClick={onAgain}>
          {t(order.status === 'finished' ? 'tpl:order:again' : 'tpl:order:new')}
        </Button>
      )}
      {!hideButtons && !isOver && (
        <QuietButton look="line" onClick={onAgain}>
          {t('tpl:order:new')}
        </QuietButton>
      )}
      {!hideButtons && onCancel && (
        <QuietButton look="danger" onClick={onCancel}>
          {t('tpl:order:cancel')}
        </QuietButton>
      )}
    </div>
  );
}
