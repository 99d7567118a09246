import type { SavedCard } from '@causeway/contract/shapes/saved-card';
import { useState } from 'react';
import { useTexts } from '../../platform/runtime.ts';
import { Popup } from '../../ui/layout/popup.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import text from '../../ui/layout/text.module.css';

export interface RemoveCardProps {
  /** The card that is asked about; nothing is open without one. */
  card: SavedCard | undefined;
  onRemove: () => Promise<void>;
  onClose: () => void;
}

/** Asks once before a card is forgotten. */
export function RemoveCard({ card, onRemove, onClose }: RemoveCardProps) {
  const t = useTexts();
  const [isBusy, setBusy] = useState(false);
  return (
    <Popup
      open={card !== undefined}
      onClose={onClose}
      title={t('tpl:card:remove_title')}
      closeLabel={t('tpl:common:close')}
    >
      <div className={text.stack}>
        <p className={text.muted}>{t('tpl:card:remove_text', { number: card?.cardNumber ?? '' })}</p>
        <QuietButton
          look="danger"
          busy={isBusy}
          onClick={() => {
            setBusy(true);
            void onRemove().finally(() => setBusy(false));
          }}
        >
          {t('tpl:card:remove_yes')}
        </QuietButton>
        <QuietButton look="line" onClick={onClose}>
          {t('tpl:card:remove_no')}
        </QuietButton>
      </div>
    </Popup>
  );
}
