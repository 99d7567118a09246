import { memo } from 'react';
import { useTexts } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import layout from '../../../ui/layout/layout.module.css';
import type { Price } from '../price-source.ts';
import type { ExchangeView } from '../use-exchange.ts';

interface SubmitOrderProps {
  view: ExchangeView;
  isMoving: boolean;
  /** Asks why the button is off, of a price without an amount. */
  onAsk: (price: Price) => void;
}

/** The one filled button: the next step, or what is waited for (2.3-14 to 2.3-19). */
export const SubmitOrder = memo(function SubmitOrder({ view, isMoving, onAsk }: SubmitOrderProps) {
  const { boughtName: name, calculation, isCreating } = view;
  const t = useTexts();
  const next = view.submit === 'buy' && (name === '' || view.mode !== 'order') ? 'continue' : view.submit;
  const text = isCreating
    ? t('tpl:exchange:placing')
    : calculation.isCalculating
      ? t('tpl:exchange:pricing')
      : t(`tpl:exchange:submit_${next}`, { name });
  return (
    <Button
      big
      type="submit"
      className={layout.push ?? ''}
      busy={view.isBusy || isMoving}
      disabled={view.isSubmitDisabled}
      // The button itself hears no press while it is off.
      onClickCapture={() => {
        if (!view.isEmpty) return;
        onAsk(calculation.price);
        document.getElementById(view.typed)?.focus();
      }}
    >
      {text}
    </Button>
  );
});
