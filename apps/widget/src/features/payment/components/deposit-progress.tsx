import { shorten } from '../../../lib/format/shorten.ts';
import { DetailList, DetailRow } from '../../../parts/order/detail-row.tsx';
import { TransactionLink } from '../../../parts/order/transaction-link.tsx';
import { amountLeft, isSomething } from '../rules/amount-left.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import text from '../../../ui/layout/text.module.css';
import type { PaymentParts } from '../payment-parts.ts';

/** Coins that are on the network: how many confirmations they have of those they need. */
export function DepositProgress({ order, amount, amountLeft: asked, precision, show, networkName }: PaymentParts) {
  const t = useTexts();
  const seen = Math.max(0, order.payinConfirmations ?? 0);
  const needed = Math.max(1, order.payinConfirmationsNeeded);
  const line = t('tpl:payment:deposit_confirmations', { seen: Math.min(seen, needed), needed });
  const { payinSeenAmount: came, payinCurrency } = order;
  const isLess = isSomething(came) && isSomething(amountLeft(asked, came, precision));
  return (
    <>
      <div className={`${text.stackS} ${text.opening}`} role="status">
        <h2 className={text.title}>{t('tpl:payment:deposit_seen_title')}</h2>
        <p className={text.lead}>{t('tpl:payment:deposit_seen_text', { network: networkName })}</p>
        <p className={text.label}>{line}</p>
      </div>
      <ProgressBar label={line} value={Math.min(100, Math.round((seen / needed) * 100))} />
      <DetailList>
        <DetailRow label={t('tpl:payment:amount')}>
          <span className="num">{isSomething(came) ? show(came, payinCurrency) : amount}</span>
        </DetailRow>
        {order.payinTxid !== '' && (
          <DetailRow label={t('tpl:order:detail_transaction')}>
            <TransactionLink txid={order.payinTxid} href={order.payinTxLink} short={shorten(order.payinTxid)} />
          </DetailRow>
        )}
      </DetailList>
      {isLess && <Callout type="warning">{t('tpl:payment:deposit_seen_less', { amount })}</Callout>}
      <Callout type="plain" icon="bell" live={false}>
        {t('tpl:order:close_page')}
      </Callout>
    </>
  );
}
