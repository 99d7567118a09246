import { getLimitsEndpoint } from '@causeway/contract/endpoints/get-limits.generated';
import { getPhoneEndpoint } from '@causeway/contract/endpoints/get-phone.generated';
import { getWizardInfoEndpoint } from '@causeway/contract/endpoints/get-wizard-info.generated';
import { updateVerificationEndpoint } from '@causeway/contract/endpoints/update-verification.generated';
import type { getWizardInfo } from '@causeway/contract/calls/get-wizard-info';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Client } from '@causeway/contract/shapes/client';
import type { Wizard, WizardFlags } from '@causeway/domain/verification/wizards';
import { useState, useSyncExternalStore, type MouseEvent, type ReactNode } from 'react';
import type { Translate } from '../../lib/i18n/texts.ts';
import { failureText } from '../../lib/format/error-text.ts';
import { createLivePoll } from '../../lib/live/live-poll.ts';
import { liveOf } from '../../lib/live/live.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Pill } from '../../ui/feedback/pill.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icons/icon-names.ts';
import { Card } from '../../ui/layout/card.tsx';
import layout from '../../ui/layout/layout.module.css';
import { ListRow } from '../../ui/layout/list-row.tsx';
import text from '../../ui/layout/text.module.css';
import { LevelCard } from './level-card.tsx';
import {
  maskPhone,
  verificationPolling,
  viewOf,
  walletRows,
  wizardRows,
  type RowState,
  type WalletRow,
  type WizardRow,
} from './rules/wizard-rows.ts';

type WizardInfo = AnswerOf<typeof getWizardInfo>;

export interface WizardListScreenProps {
  client: Pick<Client, 'email' | 'isBasicVerifyEnabled' | 'isZerohashFlow'>;
  /** What the order is about, inside of one. */
  summary?: ReactNode;
  hrefOf: (wizard: Wizard) => string;
  /** With the card that is meant, where there is a choice. */
  onOpen: (wizard: Wizard, walletId?: string) => void;
}

const icons: Readonly<Record<WizardRow['wizard'], IconName>> = {
  email: 'mail',
  phone: 'smartphone',
  basic: 'user-round',
  identity: 'id-card',
  address: 'map-pin',
  bank_statement: 'landmark',
};

/** Where the client stands, and the wizards that lead on (C-17, C-26). */
export function WizardListScreen({ client, summary, hrefOf, onOpen }: WizardListScreenProps) {
  const t = useTexts();
  const { state, again } = useVerification();
  const flags = flagsOf(client);
  if (state.data === undefined) return <Missing failure={state.failure} again={again} />;
  const { views, verificationRequired, clientLimits, comments, phone } = state.data;
  const rows = wizardRows(views, verificationRequired, flags);
  const cards = walletRows(views, flags);
  const open = rows.filter(({ state: of }) => of === 'fix' || of === 'start');
  // A number raises no limit.
  const next = open.find(({ wizard }) => wizard !== 'phone') ?? open[0];
  return (
    <div className={layout.main}>
      {summary}
      <LevelCard level={views.clientLevel} flags={flags} limits={clientLimits} />
      <Card kind="flush">
        {rows.map((row) => (
          <StepRow
            key={row.wizard}
            row={row}
            isNext={row === next}
            icon={icons[row.wizard]}
            title={t(`tpl:verification:${row.wizard}_row`)}
            comment={comments[row.wizard]}
            proven={row.wizard === 'email' ? client.email : row.wizard === 'phone' ? maskPhone(phone) : ''}
            href={hrefOf(row.wizard)}
            onOpen={() => onOpen(row.wizard)}
          />
        ))}
      </Card>
      {cards.length > 0 && (
        <>
          <h2 className={text.eyebrow}>{t('tpl:verification:cards')}</h2>
          <CardRows rows={cards} href={hrefOf('wallet')} onOpen={(id) => onOpen('wallet', id)} />
        </>
      )}
      <p className={classNames(text.xs, text.quiet, text.center, layout.push)}>{t('tpl:verification:sealed')}</p>
    </div>
  );
}

/** The wizard of the cards, opened without one that is meant. */
export function WalletChoice({ client, href, onChoose }: WalletChoiceProps) {
  const t = useTexts();
  const { state, again } = useVerification();
  if (state.data === undefined) return <Missing failure={state.failure} again={again} />;
  const rows = walletRows(state.data.views, flagsOf(client));
  return (
    <div className={layout.main}>
      <p className={text.lead}>{t('tpl:verification:wallet_why')}</p>
      {rows.length > 0 ? (
        <CardRows rows={rows} href={href} onOpen={onChoose} />
      ) : (
        <Callout type="info" icon="credit-card">
          {t('tpl:verification:no_cards')}
        </Callout>
      )}
    </div>
  );
}

export interface WalletChoiceProps extends Pick<WizardListScreenProps, 'client'> {
  href: string;
  onChoose: (walletId: string) => void;
}

function Missing({ failure, again }: { failure: unknown; again: () => void }) {
  const t = useTexts();
  return (
    <div className={layout.main} aria-busy={failure === undefined}>
      {failure !== undefined ? (
        <>
          <Callout>{failureText(failure, t)}</Callout>
          <Button onClick={again}>{t('tpl:common:try_again')}</Button>
        </>
      ) : (
        <Skeleton width="100%" height="320px" />
      )}
    </div>
  );
}

function flagsOf(client: WizardListScreenProps['client']): WizardFlags {
  return { isBasicVerifyEnabled: client.isBasicVerifyEnabled === 1, isZerohashFlow: client.isZerohashFlow === 1 };
}

interface CardRowsProps {
  rows: readonly WalletRow[];
  href: string;
  onOpen: (walletId: string) => void;
}

function CardRows({ rows, href, onOpen }: CardRowsProps) {
  return (
    <Card kind="flush">
      {rows.map(({ id, cardNumber, ...row }) => (
        <StepRow
          key={id}
          row={{ ...row, wizard: 'wallet' }}
          isNext={false}
          icon="credit-card"
          title={
            <bdi dir="ltr" className="num">
              {cardNumber}
            </bdi>
          }
          comment={undefined}
          proven=""
          href={href}
          onOpen={() => onOpen(id)}
        />
      ))}
    </Card>
  );
}

/** How far each wizard is, kept fresh; the first look brings the level up to what was approved. */
function useVerification() {
  const runtime = useRuntime();
  const { api, network } = runtime;
  const [poll] = useState(() => {
    let isFirst = true;
    let phone: string | undefined;
    return createLivePoll({
      live: liveOf(runtime),
      changes: ['verification'],
      network,
      every: verificationPolling,
      call: async () => {
        const [answer, limits] = await Promise.all([
          api.call(updateVerificationEndpoint, isFirst ? {} : { ghostMode: true }),
          api.call(getLimitsEndpoint, {}),
        ]);
        isFirst = false;
        const isPhoneKnown = answer.views.phone.isVerified === 1;
        phone ??= isPhoneKnown ? (await api.call(getPhoneEndpoint, {})).phone : undefined;
        const declined = answer.verificationRequired.filter(
          (wizard) => wizard !== 'wallet' && viewOf(answer.views, wizard).status === 'declined',
        );
        const infos = await Promise.all(declined.map((wizard) => api.call(getWizardInfoEndpoint, { wizard })));
        const comments = Object.fromEntries(infos.map((info) => [info.wizard, commentOf(info)]));
        return { ...answer, clientLimits: limits.clientLimits, comments, phone: phone ?? '' };
      },
    });
  });
  const state = useSyncExternalStore(poll.subscribe, poll.state, poll.state);
  return { state, again: poll.again };
}

/** The first thing that the reviewer said. */
function commentOf({ documents, comments }: Pick<WizardInfo, 'documents' | 'comments'>): string | undefined {
  return [...documents.map(({ comment }) => comment), ...Object.values(comments)].find((comment) => comment !== '');
}

type ShownRow = Pick<WizardRow, 'state' | 'after'> & { wizard: Wizard };

interface StepRowProps {
  row: ShownRow;
  /** The first that the client can go on with. */
  isNext: boolean;
  icon: IconName;
  title: ReactNode;
  comment: string | undefined;
  /** What a verified wizard proved, where it is short: the address or the number. */
  proven: string;
  href: string;
  onOpen: () => void;
}

function StepRow({ row, isNext, icon, title, comment, proven, href, onOpen }: StepRowProps) {
  const t = useTexts();
  const { state } = row;
  const isOpen = state !== 'locked' && state !== 'verified';
  const link = {
    href,
    onPress: (event: MouseEvent<HTMLElement>) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      onOpen();
    },
  };
  return (
    <ListRow
      icon={icon}
      on={state === 'start' || state === 'fix'}
      title={title}
      text={state === 'verified' && proven !== '' ? <Proven value={proven} /> : hintOf(row, comment, t)}
      end={<RowEnd state={state} isNext={isNext} />}
      {...(isOpen && link)}
    />
  );
}

/** What comes next: what opens it, what the reviewer said, or what it takes. */
function hintOf({ wizard, state, after }: ShownRow, comment: string | undefined, t: Translate): string {
  if (after !== undefined) return t('tpl:verification:opens_after', { name: t(`tpl:verification:${after}_row`) });
  if (state === 'refused') return t('tpl:verification:rejected_text');
  if (state === 'review') return t('tpl:verification:review_row');
  if (state === 'fix') return comment ?? t('tpl:verification:declined_title');
  return t(`tpl:verification:${wizard}_text`);
}

function RowEnd({ state, isNext }: { state: RowState; isNext: boolean }) {
  const t = useTexts();
  if (state === 'verified')
    return (
      <Pill tone="ok" icon="check">
        {t('tpl:verification:verified')}
      </Pill>
    );
  if (state === 'review')
    return (
      <Pill tone="warn" icon="clock">
        {t('tpl:verification:in_review')}
      </Pill>
    );
  if (state === 'refused')
    return (
      <Pill tone="bad" icon="x">
        {t('tpl:verification:refused')}
      </Pill>
    );
  if (state === 'locked')
    return (
      <span className={text.quiet}>
        <Icon name="lock" size="s" />
        <span className="vh">{t('tpl:verification:locked')}</span>
      </span>
    );
  const tone = isNext ? 'solid' : state === 'fix' ? 'bad' : 'accent';
  return <Pill tone={tone}>{t(`tpl:verification:${state}`)}</Pill>;
}

/** A long address is broken at its sign rather than within its last word. */
function Proven({ value }: { value: string }) {
  const at = value.indexOf('@') + 1;
  const parts = [value.slice(0, at), <wbr key="sign" />, value.slice(at)];
  return <bdi dir="ltr">{parts}</bdi>;
}
