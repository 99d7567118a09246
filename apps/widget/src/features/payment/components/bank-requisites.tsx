import { DetailList, DetailRow } from '../../../parts/order/detail-row.tsx';
import { LateQr } from '../../../parts/entry/late-qr.tsx';
import { useCopied } from '../../../parts/entry/use-copied.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { ibanMask } from '../../../ui/fields/mask.ts';
import text from '../../../ui/layout/text.module.css';
import { bankQrText } from '../rules/payment-qr.ts';
import type { BankAccount } from '../rules/payment-shape.ts';
import styles from './bank-requisites.module.css';

/** Everything a transfer needs, each value with its copy button; the reference above all. */
export function BankRequisites({ account, amount }: { account: BankAccount; amount: string }) {
  const t = useTexts();
  const copied = useCopied();
  const { iban, bic, bankName, holder, reference } = account;
  const code = bankQrText(account);
  const copy = (name: string, value: string) => ({
    text: value,
    label: t('tpl:order:copy', { what: t(`tpl:payment:${name}`) }),
    ...copied,
  });
  return (
    <>
      <div className={styles.reference} data-edge="">
        <p className={text.s}>{t('tpl:payment:reference')}</p>
        <p className={styles.value}>
          <span className="num">{reference}</span>
          <CopyButton {...copy('reference', reference)} />
        </p>
        <p className={text.s}>{t('tpl:payment:reference_why')}</p>
      </div>
      <DetailList>
        <DetailRow label={t('tpl:payment:amount')} copy={copy('amount', account.amount)}>
          <span className="num">{amount}</span>
        </DetailRow>
        <DetailRow label={t('tpl:payment:holder')} copy={copy('holder', holder)}>
          {holder}
        </DetailRow>
        <DetailRow label={t('tpl:payment:iban')} copy={copy('iban', iban)}>
          <span className={styles.iban} dir="ltr">
            {ibanMask.format(ibanMask.clean(iban))}
          </span>
        </DetailRow>
        {bic !== '' && (
          <DetailRow label={t('tpl:payment:bic')} copy={copy('bic', bic)}>
            <span className="num">{bic}</span>
          </DetailRow>
        )}
        {bankName !== '' && <DetailRow label={t('tpl:payment:bank')}>{bankName}</DetailRow>}
      </DetailList>
      {code !== undefined && (
        <figure className={styles.scan}>
          <LateQr text={code} label={t('tpl:payment:bank_qr')} />
          <figcaption className={text.s}>{t('tpl:payment:bank_scan')}</figcaption>
        </figure>
      )}
    </>
  );
}
