import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import type { ReactNode } from 'react';
import { clockText } from '../../lib/format/clock-text.ts';
import { failureText } from '../../lib/format/error-text.ts';
import { showAmount } from '../../lib/format/show-amount.ts';
import { useCountdown } from '../../lib/timing/use-countdown.ts';
import { CurrencyBadge } from '../../parts/currency/currency-badge.tsx';
import { AddressCard } from '../../parts/deposit/address-card.tsx';
import { ByTransfer } from '../../parts/deposit-transfer/by-transfer.tsx';
import { useCopied } from '../../parts/entry/use-copied.ts';
import { CountdownRing } from '../../parts/order/countdown-ring.tsx';
import { DetailList, DetailRow } from '../../parts/order/detail-row.tsx';
import { OtherCoins } from '../../parts/other-coins/other-coins.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Icon } from '../../ui/icon.tsx';
import layout from '../../ui/layout/layout.module.css';
import text from '../../ui/layout/text.module.css';
import { type DepositChoice, isNetworkOption, minutesToBalance } from './deposit-rules.ts';
import styles from './deposit.module.css';
import { type ShownAddress, useDepositAddress } from './use-deposit-address.ts';

interface DepositScreenProps {
  choice: DepositChoice;
  currencies: Readonly<Record<string, CurrencyConfigEntry>>;
  /** 'about 20 min' */
  durationText: (minutes: number) => string;
  /** Opens the list of currencies and networks. */
  onChoose: () => void;
  /** Opens the exchange, whose order fills the balance. */
  onOrder: () => void;
  /** What an order may pay. */
  limit: ReactNode;
  /** Deposits on their way; it reports that something of them has changed. */
  renderIncoming: (onChange: () => void) => ReactNode;
}

/** Where money is put onto the balance: an address for coins, an order for other money. */
export function DepositScreen({ choice, onChoose, onOrder, limit, ...rest }: DepositScreenProps) {
  const { entry, option } = choice;
  const t = useTexts();
  return (
    <div className={layout.main}>
      <ChoiceButton choice={choice} currencies={rest.currencies} onChoose={onChoose} />
      {isNetworkOption(option) ? (
        <Coins key={`${option.currency} ${option.code}`} choice={choice} {...rest} />
      ) : (
        <>
          {option.code === 'sepa' && option.isPaused === 0 && (
            <ByTransfer
              currency={option.currency}
              name={entry.fullName}
              amountText={(value) => showAmount(value, option.currency, rest.currencies, t)}
            />
          )}
          <ByOrder name={entry.fullName} limit={limit} onOrder={onOrder} />
        </>
      )}
    </div>
  );
}

function ChoiceButton({
  choice,
  currencies,
  onChoose,
}: Pick<DepositScreenProps, 'choice' | 'currencies' | 'onChoose'>) {
  const t = useTexts();
  const { entry, option } = choice;
  const { color, symbol } = currencies[option.currency] ?? {};
  const via = isNetworkOption(option)
    ? t('tpl:deposit:network', { network: option.networkFullname })
    : option.localName;
  return (
    <button className={styles.choice} type="button" data-edge="" aria-haspopup="dialog" onClick={onChoose}>
      <CurrencyBadge currency={{ code: entry.name, isCrypto: entry.isCrypto === 1, color, symbol }} />
      <span>
        <span className={styles.name}>{entry.fullName}</span>
        <span className={styles.via}>{via}</span>
      </span>
      <span className="vh">{t('tpl:deposit:change')}</span>
      <Icon name="chevron-down" size="s" />
    </button>
  );
}

function ByOrder({ name, limit, onOrder }: Pick<DepositScreenProps, 'limit' | 'onOrder'> & { name: string }) {
  const t = useTexts();
  return (
    <>
      <div className={text.stackS}>
        <h2 className={text.title}>{t('tpl:deposit:order_title', { name })}</h2>
        <p className={text.lead}>{t('tpl:deposit:order_text')}</p>
      </div>
      {limit}
      <Button big onClick={onOrder}>
        {t('tpl:deposit:order_go')}
      </Button>
    </>
  );
}

type CoinsProps = Omit<DepositScreenProps, 'onChoose' | 'onOrder' | 'limit'>;

function Coins({ choice, currencies, durationText, renderIncoming }: CoinsProps) {
  const t = useTexts();
  const { option } = choice;
  const address = useDepositAddress(option.currency, option.code);
  const { shown, isLoading, failure, again } = address;
  if (shown === undefined)
    return failure === undefined ? (
      <div className={styles.loading} aria-busy="true">
        <Skeleton width="100%" height="320px" />
        <Skeleton width="100%" height="64px" />
        <p className="vh" role="status">
          {t('tpl:deposit:loading')}
        </p>
      </div>
    ) : (
      <Callout action={<LinkButton onClick={again}>{t('tpl:common:try_again')}</LinkButton>}>
        {failureText(failure, t)}
      </Callout>
    );
  const { answer } = shown;
  const amount = (value: string) => showAmount(value, option.currency, currencies, t);
  const worth = (now: string) =>
    now && t('tpl:home:worth', { amount: showAmount(now, answer.worthCurrency, currencies, t) });
  const names = { name: choice.entry.fullName, network: option.networkFullname };
  return (
    <>
      {answer.address === '' ? (
        <Callout
          title={t('tpl:deposit:paused', names)}
          action={<LinkButton onClick={again}>{t('tpl:common:try_again')}</LinkButton>}
        >
          {t('tpl:deposit:paused_text')}
        </Callout>
      ) : (
        <Address key={answer.address} {...address} shown={shown} network={option.code} />
      )}
      {failure !== undefined && !isLoading && <Callout>{failureText(failure, t)}</Callout>}
      {answer.address !== '' && answer.error !== '' && <Callout>{t(`tpl:error:${answer.error}`)}</Callout>}
      {renderIncoming(again)}
      <OtherCoins coins={answer.otherCoins} />
      <DetailList>
        <DetailRow label={t('tpl:deposit:least')}>
          <span className="num">{`${amount(answer.payinMinAmount)} ${worth(answer.payinMinWorth)}`}</span>
        </DetailRow>
        {answer.minAmount !== answer.payinMinAmount && (
          <DetailRow label={t('tpl:deposit:missing')}>
            <span className="num">{`${amount(answer.minAmount)} ${worth(answer.minWorth)}`}</span>
          </DetailRow>
        )}
        <DetailRow label={t('tpl:deposit:credited')}>
          {t('tpl:deposit:confirmations', {
            count: answer.confirmations,
            duration: durationText(minutesToBalance(option, answer.confirmations)),
          })}
        </DetailRow>
      </DetailList>
      <Callout type="warning" live={false} title={t('tpl:payment:deposit_only', names)}>
        {t('tpl:deposit:warning')}
      </Callout>
    </>
  );
}

interface AddressProps {
  shown: ShownAddress;
  network: string;
  isLoading: boolean;
  again: () => void;
  renew: () => void;
}

function Address({ shown, network, isLoading, again, renew }: AddressProps) {
  const t = useTexts();
  const { address, dstTag } = shown.answer;
  const left = useCountdown(shown.until);
  const isOver = shown.until !== 0 && left === 0;
  return (
    <>
      <AddressCard network={network} address={address} isOver={isOver}>
        {isOver ? (
          <Button busy={isLoading} onClick={again}>
            {t('tpl:deposit:get_new')}
          </Button>
        ) : (
          <ShareAddress address={address} />
        )}
      </AddressCard>
      {dstTag !== null && dstTag !== '' && <Tag tag={dstTag} />}
      <p className="vh" role="status">
        {isOver && t('tpl:deposit:over')}
      </p>
      {shown.until !== 0 && (
        <CountdownRing
          left={left}
          period={shown.answer.secondsToRelease}
          title={isOver ? t('tpl:deposit:over') : t('tpl:deposit:held', { time: longClockText(left) })}
          text={t('tpl:deposit:held_text')}
        />
      )}
      {!isOver && (
        <QuietButton look="line" busy={isLoading} onClick={renew}>
          {t('tpl:deposit:another')}
        </QuietButton>
      )}
    </>
  );
}

/** '23:59:47' of seconds, and '9:47' within the hour. */
function longClockText(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  return hours === 0 ? clockText(seconds) : `${hours}:${clockText(seconds % 3600).padStart(5, '0')}`;
}

function Tag({ tag }: { tag: string }) {
  const t = useTexts();
  const label = t('tpl:payment:deposit_tag');
  return (
    <>
      <Callout type="warning" live={false} title={t('tpl:payment:deposit_tag_fact')}>
        {t('tpl:deposit:tag_text')}
      </Callout>
      <DetailList>
        <DetailRow label={label} copy={{ text: tag, label: t('tpl:order:copy', { what: label }), ...useCopied() }}>
          <span className="num">{tag}</span>
        </DetailRow>
      </DetailList>
    </>
  );
}

/** Hands the address to another app of the device; absent where the device cannot. */
function ShareAddress({ address }: { address: string }) {
  const t = useTexts();
  const { onRefused } = useCopied();
  if (typeof navigator.share !== 'function') return null;
  async function share(): Promise<void> {
    try {
      await navigator.share({ text: address });
    } catch (error) {
      // Closing the sheet is an answer too.
      if (!(error instanceof DOMException && error.name === 'AbortError')) onRefused();
    }
  }
  return <IconButton icon="share-2" label={t('tpl:deposit:share')} onClick={() => void share()} />;
}
