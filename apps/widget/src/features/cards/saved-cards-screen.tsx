import { keepCardEndpoint } from '@causeway/contract/endpoints/keep-card.generated';
import type { SavedCard, TokenizeSettings } from '@causeway/contract/shapes/saved-card';
import { type ReactNode, useState } from 'react';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { type Saving, useSave } from '../../platform/use-save.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { focusWhenShown } from '../../ui/feedback/focus-when-shown.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Card } from '../../ui/layout/card.tsx';
import layout from '../../ui/layout/layout.module.css';
import { ListRow } from '../../ui/layout/list-row.tsx';
import text from '../../ui/layout/text.module.css';
import { AddCard } from './add-card.tsx';
import { renameCardEndpoint } from '@causeway/contract/endpoints/rename-card.generated';
import { RenameForm } from '../../parts/entry/rename-form.tsx';
import { Popup } from '../../ui/layout/popup.tsx';
import { RemoveCard } from './remove-card.tsx';
import { brandName, cardFacts } from './rules/card-rules.ts';
import { useCards } from './use-cards.ts';

/** The owner's proof, which a card takes that money may be paid out to. */
interface CardProof {
  values: { password?: string; code?: string };
  isMissing: boolean;
  setPassword: (password: string) => void;
  setCode: (code: string) => void;
}

interface SavedCardsProps {
  proof: CardProof;
  renderProof: (saving: Pick<Saving<'password' | 'code'>, 'errors' | 'clear'>) => ReactNode;
  onOrder: () => void;
}

/** The cards that acquirers keep for the client, whether each can be used, and why not; each can be deleted (1-18). */
export function SavedCardsScreen({ onOrder, ...owner }: SavedCardsProps) {
  const { toasts } = useRuntime();
  const t = useTexts();
  // Of every acquirer: any of them can charge a card again.
  const { cards, tokenize, error, again, remove } = useCards('payin', '');
  const [removed, setRemoved] = useState<string>();
  const [named, setNamed] = useState<SavedCard>();
  const [now] = useState(() => new Date());
  if (!cards)
    return (
      <div className={layout.main} aria-busy="true">
        <Skeleton width="100%" height="180px" />
      </div>
    );
  if (error !== undefined)
    return (
      <div className={layout.main}>
        <Callout>{error}</Callout>
        <Button onClick={again}>{t('tpl:common:try_again')}</Button>
      </div>
    );
  const settings = tokenize['cardOne'] ?? tokenize['card_one'];
  return (
    <div className={layout.main}>
      {cards.length === 0 ? (
        <EmptyState
          title={t('tpl:settings:cards:empty')}
          action={<Button onClick={onOrder}>{t('tpl:settings:cards:empty_go')}</Button>}
        >
          {t('tpl:settings:cards:empty_text')}
        </EmptyState>
      ) : (
        <>
          <Card kind="flush">
            {cards.map((card) => (
              <Row
                key={card.token}
                card={card}
                now={now}
                onRemove={() => setRemoved(card.token)}
                onName={() => setNamed(card)}
              />
            ))}
          </Card>
          <p className={text.muted}>{t('tpl:settings:cards:kept_text')}</p>
        </>
      )}
      {settings && <NewCard {...owner} settings={settings} onKept={again} />}
      {named && (
        <NameCard
          card={named}
          onDone={(isNamed) => {
            setNamed(undefined);
            if (isNamed) again();
          }}
        />
      )}
      <RemoveCard
        card={cards.find(({ token }) => token === removed)}
        onRemove={async () => {
          if (removed !== undefined && (await remove(removed))) toasts.show({ text: t('tpl:settings:cards:removed') });
          setRemoved(undefined);
        }}
        onClose={() => setRemoved(undefined)}
      />
    </div>
  );
}

/** A card that the acquirer keeps without a payment: typed in its own frame, and agreed to. */
function NewCard({
  settings,
  proof,
  renderProof,
  onKept,
}: Omit<SavedCardsProps, 'onOrder'> & { settings: TokenizeSettings; onKept: () => void }) {
  const { api, toasts } = useRuntime();
  const t = useTexts();
  const { finish, error, errors, clear } = useSave(['token', 'is_remember_card_agree', 'password', 'code']);
  const [isOpen, setOpen] = useState(false);
  const [isAgreed, setAgreed] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const turn = (isOn: boolean) => {
    clear();
    proof.setPassword('');
    proof.setCode('');
    setAgreed(false);
    setWasOpen(true);
    setOpen(isOn);
  };
  if (!isOpen)
    return (
      <QuietButton ref={wasOpen ? focusWhenShown : undefined} look="line" icon="plus" onClick={() => turn(true)}>
        {t('tpl:card:add')}
      </QuietButton>
    );
  const fault = error ?? errors.token ?? errors.is_remember_card_agree;
  return (
    <>
      <AddCard
        settings={settings}
        title={t('tpl:settings:cards:add_title')}
        save={t('tpl:settings:cards:add_save')}
        isMissing={!isAgreed || proof.isMissing}
        agreement={
          <>
            <p className={text.muted}>{t('tpl:settings:cards:proof_text')}</p>
            {renderProof({ errors, clear })}
            <Checkbox
              name="remember-agree"
              checked={isAgreed}
              missing={t('tpl:error:AGREEMENT_REQUIRED', { agreement: 'card' })}
              onChange={setAgreed}
            >
              {t('tpl:card:remember_agree')}
            </Checkbox>
          </>
        }
        onAdded={async ({ token }) => {
          const kept = await finish(() =>
            api.call(keepCardEndpoint, { token, isRememberCardAgree: true, ...proof.values }),
          );
          if (kept === undefined) return;
          toasts.show({ text: t('tpl:settings:cards:added') });
          turn(false);
          onKept();
        }}
        onClose={() => turn(false)}
      />
      {fault !== undefined && <Callout>{fault}</Callout>}
    </>
  );
}

/** What the client calls a card, in settings and where it is chosen. */
function NameCard({ card, onDone }: { card: SavedCard; onDone: (isNamed: boolean) => void }) {
  const { api } = useRuntime();
  const t = useTexts();
  const close = () => onDone(false);
  return (
    <Popup open onClose={close} title={t('tpl:settings:cards:name_title')} closeLabel={t('tpl:common:close')}>
      <RenameForm
        name={card.name}
        label={t('tpl:settings:cards:name')}
        submit={t('tpl:settings:cards:name_save')}
        rename={(name) => api.call(renameCardEndpoint, { token: card.token, name })}
        onRenamed={() => onDone(true)}
        onCancel={close}
      />
    </Popup>
  );
}

interface RowProps {
  card: SavedCard;
  now: Date;
  onRemove: () => void;
  onName: () => void;
}

function Row({ card, now, onRemove, onName }: RowProps) {
  const t = useTexts();
  const { expires, obstacle } = cardFacts(card, now, 'payin');
  const hint = obstacle ?? cardFacts(card, now, 'payout').obstacle;
  const state = t(`tpl:card:${obstacle === 'expired' ? 'expired' : 'expires'}`, { date: expires });
  return (
    <ListRow
      icon="credit-card"
      on={obstacle === undefined}
      title={
        <span className="num" dir="ltr">
          {card.cardNumber}
        </span>
      }
      text={
        <>
          {[card.name, brandName(card.cardType), state].filter(Boolean).join(' · ')}
          {hint !== undefined && (
            <>
              <br />
              {t(`tpl:settings:cards:${hint}`)}
            </>
          )}
        </>
      }
      end={
        <>
          <IconButton
            icon="pencil"
            label={t('tpl:settings:cards:rename', { number: card.cardNumber.slice(-4) })}
            onClick={onName}
          />
          <IconButton
            icon="trash-2"
            label={t('tpl:card:remove', { number: card.cardNumber.slice(-4) })}
            onClick={onRemove}
          />
        </>
      }
    />
  );
}
