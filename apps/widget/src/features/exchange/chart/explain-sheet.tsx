import type { Calculation } from '@causeway/contract/shapes/calculation';
import { formatAmount } from '@causeway/domain/money/format-amount';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import { useTexts } from '../../../platform/runtime.ts';
import { Popup } from '../../../ui/layout/popup.tsx';
import text from '../../../ui/layout/text.module.css';
import { PriceSheet } from './price-sheet.tsx';

/** What was pressed: a rate, or the name of a fee. */
export type Asked = { base: string; quote: string } | { fee: string; name: string; group: string; calc: Calculation };

interface ExplainSheetProps {
  asked: Asked;
  show: (amount: string, code: string) => string;
  onClose: () => void;
}

/** The past of a rate (C-90), or who gets a fee and why. */
export default function ExplainSheet({ asked, show, onClose }: ExplainSheetProps) {
  const t = useTexts();
  if ('base' in asked) return <PriceSheet {...asked} show={show} onClose={onClose} />;
  const { fee, name, group, calc } = asked;
  const amount = feeOf(fee, calc);
  const euros = worthInEuros(amount, calc);
  return (
    <Popup open onClose={onClose} title={name} closeLabel={t('tpl:common:close')}>
      <p className={text.lead}>{t(`tpl:chart:fee_${fee}`, { group })}</p>
      {euros !== undefined && (
        <p className={text.s}>
          {show(amount, calc.details?.payinCurrency ?? '')} {t('tpl:home:worth', { amount: show(euros, 'EUR') })}
        </p>
      )}
    </Popup>
  );
}

function feeOf(fee: string, { details }: Calculation): string {
  const fees: Readonly<Record<string, string | undefined>> = {
    payin: details?.payinFee,
    service: details?.serviceFee,
    payout: details?.payoutFeeInPayin,
    partner: details?.partnerFee,
  };
  return fees[fee] ?? '';
}

/** As many decimals as an amount of a calculation has at most. */
const decimals = 30;

/** What part of a pay-in is worth, as the whole of it is; undefined where the pay-in is in euros, or unknown. */
export function worthInEuros(
  amount: string,
  { details, payinAmount, payinAmountEur }: Pick<Calculation, 'details' | 'payinAmount' | 'payinAmountEur'>,
): string | undefined {
  const [part, whole] = [parseAmount(amount, decimals), parseAmount(payinAmount, decimals)];
  const worth = parseAmount(payinAmountEur, 2);
  if (details?.payinCurrency === 'EUR' || part === undefined || !whole || worth === undefined) return undefined;
  return formatAmount((part * worth + whole / 2n) / whole, 2);
}
