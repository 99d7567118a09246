import { isFinalStatus } from '@causeway/domain/orders/order-status';
import { paymentKind } from '@causeway/domain/payments/payment-methods';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { CancelSheet } from '../../features/order-status/components/cancel-sheet.tsx';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { showAmount } from '../../lib/format/show-amount.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { Popup } from '../../ui/layout/popup.tsx';
import { WholeValue } from '../../ui/layout/strong-value.tsx';
import text from '../../ui/layout/text.module.css';
import { useAccount, useApp, useStepper } from '../app-parts.ts';
import styles from './close-widget.module.css';

/**
 * The cross of a shop's dialog around the widget, in the widget's own header; Escape, whose key the frame gets, does
 * the same. A sheet of the widget comes first. An order that is not done is asked about before.
 */
export default function CloseWidget() {
  const { frame } = useRuntime();
  const t = useTexts();
  const { order } = useStepper();
  const [isAsking, setAsking] = useState(false);
  const [header] = useState(() => document.querySelector('[data-popup-frame] > header'));
  const leave = () => frame.post('close', {});
  const isKept = order !== undefined && !isFinalStatus(order.status);
  const close = () => (isKept ? setAsking(true) : leave());
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (document.querySelector('dialog[open], :popover-open') !== null) return;
    // The same press would close the question that it opens.
    event.preventDefault();
    close();
  });
  useEffect(() => {
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, []);
  const cross = (
    <IconButton icon="x" label={t('tpl:common:close')} className={header ? undefined : styles.alone} onClick={close} />
  );
  return (
    <>
      {createPortal(cross, header ?? document.body)}
      {isKept && (
        <KeepOrder
          isOpen={isAsking}
          onStay={() => setAsking(false)}
          onLeave={() => {
            setAsking(false);
            leave();
          }}
        />
      )}
    </>
  );
}

interface KeepOrderProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** "Keep your order?": it waits, or it is canceled where it still can be. */
function KeepOrder({ isOpen, onStay, onLeave }: KeepOrderProps) {
  const t = useTexts();
  const { stepper } = useApp();
  const { order } = useStepper();
  const { config } = useAccount();
  const [isCanceling, setCanceling] = useState(false);
  if (!order) return null;
  return (
    <>
      <Popup
        open={isOpen && !isCanceling}
        onClose={onStay}
        title={t('tpl:close:title')}
        closeLabel={t('tpl:common:close')}
      >
        <p className={text.lead}>
          <WholeValue sentence={t('tpl:close:text', { number: order.number })} value={order.number} />
        </p>
        <Button big onClick={onLeave}>
          {t('tpl:close:keep')}
        </Button>
        {order.canCancel === 1 && (
          <QuietButton look="danger" onClick={() => setCanceling(true)}>
            {t('tpl:close:cancel')}
          </QuietButton>
        )}
        <QuietButton look="line" onClick={onStay}>
          {t('tpl:close:stay')}
        </QuietButton>
      </Popup>
      <CancelSheet
        open={isCanceling}
        order={order}
        payinKind={paymentKind(order.payinGroup, config.currencyConfig[order.payinCurrency]?.isCrypto === 1)}
        show={(amount, code) => showAmount(amount, code, config.currencyConfig, t)}
        partnerKey={widgetOptions(config.swConfig.widgetParams).partnerKey}
        onClose={() => {
          setCanceling(false);
          onStay();
        }}
        onCanceled={(canceled) => {
          if (canceled) stepper.setState({ order: canceled });
          onLeave();
        }}
      />
    </>
  );
}
