import { useState } from 'react';
import { useTexts } from '../../platform/runtime.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { FieldError } from '../../ui/fields/field-error.tsx';
import { focusWhenShown } from '../../ui/feedback/focus-when-shown.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { MiniButton } from '../../ui/buttons/mini-button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { OptionList, type Option } from '../../ui/layout/option-list.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import text from '../../ui/layout/text.module.css';
import { AddCard } from './add-card.tsx';
import { RemoveCard } from './remove-card.tsx';
import { brandName, cardFacts } from './rules/card-rules.ts';
import { useCards, type Cards } from './use-cards.ts';

export interface CardValues {
  token: string;
  isRememberCard: boolean;
  isRememberCardAgree: boolean;
}

export interface CardChoiceProps {
  direction: 'payin' | 'payout';
  /** The provider of the chosen option, whose cards can be used; undefined while its price is on the way. */
  provider: string | undefined;
  token: string;
  isRemembered: boolean;
  isAgreed: boolean;
  error: string | undefined;
  agreeError: string | undefined;
  onChange: (values: Partial<CardValues>) => void;
}

/** Which card pays or is paid: a saved one, or another that is entered later for a payment and here for a pay-out. */
export function CardChoice(props: CardChoiceProps) {
  const { direction, provider, token, error, onChange } = props;
  const t = useTexts();
  const list = useCards(direction, provider);
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<string>();
  // The focused control disappears when the entry of a card opens or closes.
  const [wasAdding, setWasAdding] = useState(false);
  const { cards } = list;
  if (!cards) return <Skeleton width="100%" height="68px" />;
  const isPayout = direction === 'payout';
  const hasChoice = cards.length > 0;
  const settings = list.tokenize['cardOne'] ?? list.tokenize['card_one'];
  return (
    <div className={text.stackS}>
      {list.error && (
        <Callout action={<LinkButton onClick={list.again}>{t('tpl:common:try_again')}</LinkButton>}>
          {list.error}
        </Callout>
      )}
      {hasChoice && (
        <OptionList
          label={t(`tpl:card:${direction}`)}
          name="card"
          value={token}
          options={[...cards.map((card) => option(card, direction, t, setRemoved)), ...(isPayout ? [] : [another(t)])]}
          onChange={(next) => onChange({ token: next, isRememberCard: false, isRememberCardAgree: false })}
        />
      )}
      {isPayout && !isAdding && settings && (
        <QuietButton
          ref={wasAdding ? focusWhenShown : undefined}
          data-faulty={error ? '' : undefined}
          look={hasChoice ? 'line' : 'soft'}
          icon="plus"
          onClick={() => {
            setWasAdding(true);
            setAdding(true);
          }}
        >
          {t('tpl:card:add')}
        </QuietButton>
      )}
      {isPayout && isAdding && settings && (
        <AddCard
          settings={settings}
          title={t('tpl:card:add_title')}
          save={t('tpl:card:add_save')}
          onAdded={(card) => {
            list.add(card);
            setAdding(false);
            onChange({ token: card.token });
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {error && <FieldError id="card-error">{error}</FieldError>}
      {token === '' && !isPayout && <Remember {...props} />}
      <RemoveCard
        card={cards.find((card) => card.token === removed)}
        onRemove={async () => {
          if (removed !== undefined && (await list.remove(removed)) && removed === token) onChange({ token: '' });
          setRemoved(undefined);
        }}
        onClose={() => setRemoved(undefined)}
      />
    </div>
  );
}

type Translate = ReturnType<typeof useTexts>;
type Card = NonNullable<Cards['cards']>[number];

function option(
  card: Card,
  direction: CardChoiceProps['direction'],
  t: Translate,
  onRemove: (token: string) => void,
): Option {
  const { expires, obstacle } = cardFacts(card, new Date(), direction);
  return {
    value: card.token,
    icon: 'credit-card',
    title: (
      <span className="num" dir="ltr">
        {card.cardNumber}
      </span>
    ),
    text: [card.name, brandName(card.cardType), t(`tpl:card:${obstacle ?? 'expires'}`, { date: expires })]
      .filter(Boolean)
      .join(' · '),
    disabled: obstacle !== undefined,
    action: (
      <MiniButton
        icon="trash-2"
        label={t('tpl:card:remove', { number: card.cardNumber.slice(-4) })}
        onClick={() => onRemove(card.token)}
      />
    ),
  };
}

function another(t: Translate): Option {
  return { value: '', icon: 'plus', title: t('tpl:card:another'), text: t('tpl:card:another_text') };
}

/** Whether the card is kept for the next time; its agreement shows when that is chosen. */
function Remember({ isRemembered, isAgreed, agreeError, onChange }: CardChoiceProps) {
  const t = useTexts();
  return (
    <>
      <Checkbox
        name="remember"
        checked={isRemembered}
        onChange={(isRememberCard) => onChange({ isRememberCard, isRememberCardAgree: false })}
      >
        {t('tpl:card:remember')}
      </Checkbox>
      {isRemembered && (
        <Checkbox
          name="remember-agree"
          checked={isAgreed}
          onChange={(isRememberCardAgree) => onChange({ isRememberCardAgree })}
          error={agreeError}
        >
          {t('tpl:card:remember_agree')}
        </Checkbox>
      )}
    </>
  );
}
