import { AddressText } from '../../../parts/entry/address-text.tsx';
import { DetailList, DetailRow } from '../../../parts/order/detail-row.tsx';
import { LateQr } from '../../../parts/entry/late-qr.tsx';
import { useTexts } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useCopy } from '../../../ui/buttons/use-copy.ts';
import type { PaymentParts } from '../payment-parts.ts';
import { addressQrText } from '../rules/payment-qr.ts';
import styles from './deposit-address.module.css';
import { useCopied } from './use-copied.ts';

/** The address with its code, its tag and the amount, each to be copied. */
export function DepositAddress({ order, amount, amountLeft }: Pick<PaymentParts, 'order' | 'amount' | 'amountLeft'>) {
  const t = useTexts();
  const copied = useCopied();
  const { cryptoAddress: address, cryptoTag, payinGroup } = order;
  const { isCopied, copy } = useCopy({ text: address, ...copied });
  const code = addressQrText({ network: payinGroup, address, amount: amountLeft });
  return (
    <>
      <div className={styles.card}>
        <LateQr text={code} label={t('tpl:payment:deposit_qr')} />
        <p className={styles.address}>
          <span className="vh">{address}</span>
          <span aria-hidden="true">
            <AddressText address={address} />
          </span>
        </p>
        <Button icon={isCopied ? 'check' : 'copy'} onClick={copy}>
          {t('tpl:payment:deposit_copy')}
        </Button>
      </div>
      {cryptoTag !== '' && (
        <Note type="warning" live={false} title={t('tpl:payment:deposit_tag_fact')}>
          {t('tpl:payment:deposit_tag_text')}
        </Note>
      )}
      <DetailList>
        {cryptoTag !== '' && (
          <DetailRow
            label={t('tpl:payment:deposit_tag')}
            copy={{ text: cryptoTag, label: t('tpl:order:copy', { what: t('tpl:payment:deposit_tag') }), ...copied }}
          >
            <span className="num">{cryptoTag}</span>
          </DetailRow>
        )}
        <DetailRow
          label={t('tpl:payment:amount')}
          copy={{ text: amountLeft, label: t('tpl:order:copy', { what: t('tpl:payment:amount') }), ...copied }}
        >
          <span className="num">{amount}</span>
        </DetailRow>
      </DetailList>
    </>
  );
}
