import type { getDepositAddress } from '@causeway/contract/calls/get-deposit-address';
import type { AnswerOf } from '@causeway/contract/define-call';
import { shorten } from '../../lib/format/shorten.ts';
import { DetailList, DetailRow } from '../order/detail-row.tsx';
import { TransactionLink } from '../order/transaction-link.tsx';
import { useCopied } from '../entry/use-copied.ts';
import { useTexts } from '../../platform/runtime.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import text from '../../ui/layout/text.module.css';

type Coins = AnswerOf<typeof getDepositAddress>['otherCoins'][number];

/** Coins that came to the client's addresses and are on no balance, with what happens next (F10). */
export function OtherCoins({ coins }: { coins: readonly Coins[] }) {
  const t = useTexts();
  if (coins.length === 0) return null;
  return (
    <section>
      <h2 className={text.eyebrow}>{t('tpl:deposit:other_title')}</h2>
      <Callout type="warning" live={false}>
        {t('tpl:deposit:other_text')}
      </Callout>
      {coins.map((one) => (
        <Row key={one.coinsId} coins={one} />
      ))}
    </section>
  );
}

function Row({ coins }: { coins: Coins }) {
  const t = useTexts();
  const copied = useCopied();
  const { network, token, txid, txLink, status, returnTxid, returnLink } = coins;
  const names = { network, token: shorten(token) };
  const label = t('tpl:deposit:other_link');
  return (
    <DetailList>
      <DetailRow label={t(token === '' ? 'tpl:deposit:other_own' : 'tpl:deposit:other_token', names)}>
        {t(`tpl:deposit:other_${status}`)}
      </DetailRow>
      <DetailRow label={label} copy={{ text: txid, label: t('tpl:order:copy', { what: label }), ...copied }}>
        <TransactionLink txid={txid} href={txLink} short={shorten(txid)} />
      </DetailRow>
      {returnTxid !== '' && (
        <DetailRow label={t('tpl:deposit:other_return')}>
          <TransactionLink txid={returnTxid} href={returnLink} short={shorten(returnTxid)} />
        </DetailRow>
      )}
    </DetailList>
  );
}
