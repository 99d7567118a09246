import { useRef, useState, type ReactNode } from 'react';
import { useTexts } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import text from '../../../ui/layout/text.module.css';
import { WeAccept } from '../../../parts/price/we-accept.tsx';
import type { CardEntry } from '../use-acquirer-fields.ts';
import type { PaymentParts } from '../payment-parts.ts';
import { holderName, holderNameMax } from '../rules/holder-name.ts';
import type { CardPayment } from '../use-card-payment.ts';
import { CancelButton } from './cancel-button.tsx';
import styles from './card-form.module.css';
import { PaymentFailure } from './payment-failure.tsx';

export interface CardFormProps extends PaymentParts {
  entry: CardEntry;
  payment: CardPayment;
  /** The wallets that may pay instead. */
  wallets: ReactNode;
  /** Where the acquirer draws its fields. */
  children: ReactNode;
}

/** A new card: its number in the acquirer's fields, the holder and the choice to keep it in ours. */
export function CardForm({ order, amount, summary, onCancel, entry, payment, wallets, children }: CardFormProps) {
  const t = useTexts();
  const [holder, setHolder] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const [saveCard, setSaveCard] = useState(false);
  const [isHolderMissing, setHolderMissing] = useState(false);

  function submit(): void {
    const cardHolderName = holderName(holder);
    setHolderMissing(cardHolderName === '');
    if (cardHolderName === '') {
      // All faults at once, the acquirer's fields among them.
      entry.mark();
      return form.current?.querySelector<HTMLElement>('[name=ccname]')?.focus();
    }
    void payment.pay(cardHolderName, saveCard, () => entry.takeCard({ cardHolderName, saveCard }));
  }

  return (
    <form
      ref={form}
      className={layout.main}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {summary}
      <div className={`${text.stackS} ${text.opening}`}>
        <h2 className={text.title}>{t('tpl:payment:card_title', { amount })}</h2>
        <p className={text.lead}>{t('tpl:payment:card_text')}</p>
      </div>
      {!isHolderMissing && <PaymentFailure order={order} finalize={payment.finalize} />}
      {wallets}
      <EntrySlot entry={entry}>{children}</EntrySlot>
      <TextField
        label={t('tpl:payment:holder_name')}
        name="ccname"
        autoComplete="cc-name"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={holderNameMax}
        className={styles.upper}
        value={holder}
        onChange={(name) => {
          setHolder(name);
          setHolderMissing(false);
        }}
        error={isHolderMissing && t('tpl:payment:holder_missing')}
      />
      <Checkbox checked={saveCard} onChange={setSaveCard}>
        {t('tpl:payment:save_card')}
      </Checkbox>
      <div className={`${text.stackS} ${layout.push}`}>
        <Button big icon="lock" type="submit" busy={payment.isBusy} disabled={!entry.isReady}>
          {t('tpl:payment:card_pay', { amount })}
        </Button>
        <WeAccept>{t('tpl:exchange:accept')}</WeAccept>
        <CancelButton onCancel={onCancel} />
      </div>
    </form>
  );
}

/** The acquirer's fields, their placeholder while they load, and the button to load them again. */
function EntrySlot({ entry, children }: Pick<CardFormProps, 'entry' | 'children'>) {
  const t = useTexts();
  return (
    <div className={styles.entry} aria-busy={!entry.isReady && !entry.isLost}>
      {!entry.isReady && !entry.isLost && (
        <div className={styles.waiting} role="status" aria-label={t('tpl:common:loading')}>
          <Skeleton width="100%" height="48px" />
          <Skeleton width="100%" height="48px" />
        </div>
      )}
      {entry.isLost ? (
        <Callout action={<LinkButton onClick={entry.retry}>{t('tpl:common:try_again')}</LinkButton>}>
          {t('tpl:payment:card_lost')}
        </Callout>
      ) : (
        <div className={entry.isReady ? undefined : styles.hidden}>{children}</div>
      )}
    </div>
  );
}
