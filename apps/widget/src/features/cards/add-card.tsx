import type { SavedCard, TokenizeSettings } from '@causeway/contract/shapes/saved-card';
import { type ReactNode, useState } from 'react';
import { CardEntryFrame } from '../../parts/card-frame/card-entry-frame.tsx';
import { useCardFrame } from '../../parts/card-frame/use-card-frame.ts';
import { useAsking } from '../../parts/entry/use-asking.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { Card } from '../../ui/layout/card.tsx';
import { focusWhenShown } from '../../ui/feedback/focus-when-shown.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { MissingFault } from '../../ui/fields/text-field.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import text from '../../ui/layout/text.module.css';
import styles from './add-card.module.css';
import { addedCard } from './rules/added-card.ts';

export interface AddCardProps {
  settings: TokenizeSettings;
  /** What the card is for. */
  title: string;
  save: string;
  /** What is agreed to before the card is taken. */
  agreement?: ReactNode;
  /** Something of it is still to come: a press says what, and goes there. */
  isMissing?: boolean;
  onAdded: (card: SavedCard) => unknown;
  onClose: () => void;
}

/** A new card: its number goes to the acquirer's frame only, which answers with a token. */
export function AddCard({ settings, title, save, agreement, isMissing, onAdded, onClose }: AddCardProps) {
  const { texts } = useRuntime();
  const t = useTexts();
  const frame = useCardFrame(settings.url, { public_key: settings.publicKey, lang: texts.language() });
  const [isBusy, setBusy] = useState(false);
  const { ref, fault, button } = useAsking<HTMLDivElement>(isMissing, isBusy, t('tpl:error:REQUIRED'));
  async function take(): Promise<void> {
    setBusy(true);
    const card = await frame.takeCard();
    if (card) await onAdded(addedCard(card));
    setBusy(false);
  }
  return (
    <Card>
      <div ref={ref} className={text.stack}>
        <p ref={focusWhenShown} tabIndex={-1} className={`${text.label} ${styles.head}`}>
          {title}
        </p>
        {frame.isLost ? (
          <Callout action={<LinkButton onClick={frame.retry}>{t('tpl:common:try_again')}</LinkButton>}>
            {t('tpl:card:add_lost')}
          </Callout>
        ) : (
          <div className={styles.entry} aria-busy={!frame.isReady}>
            {!frame.isReady && <Skeleton className={styles.waiting} width="100%" height={`${frame.height}px`} />}
            <CardEntryFrame entry={frame} title={title} className={styles.frame} />
          </div>
        )}
        <MissingFault value={fault}>{agreement}</MissingFault>
        <div className={text.two}>
          <QuietButton look="soft" {...button} disabled={!frame.isReady || button.disabled} onClick={() => void take()}>
            {save}
          </QuietButton>
          <QuietButton look="line" onClick={onClose}>
            {t('tpl:card:add_cancel')}
          </QuietButton>
        </div>
      </div>
    </Card>
  );
}
