import { parseAmount } from '@causeway/domain/money/parse-amount';
import { AddressCard, evmLink } from '../../../parts/deposit/address-card.tsx';
import { useCopied } from '../../../parts/entry/use-copied.ts';
import { DetailList, DetailRow } from '../../../parts/order/detail-row.tsx';
import { useTexts } from '../../../platform/runtime.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import type { PaymentParts } from '../payment-parts.ts';
import { WalletConnectButton } from '../walletconnect/wallet-connect-button.tsx';

/** The address with its code, its tag and the amount, each to be copied. */
export function DepositAddress({
  order,
  amount,
  amountLeft,
  precision,
}: Pick<PaymentParts, 'order' | 'amount' | 'amountLeft' | 'precision'>) {
  const t = useTexts();
  const copied = useCopied();
  const { cryptoAddress: address, cryptoTag, payinGroup } = order;
  const { evm } = order.purchaseParamsPayin;
  const units = parseAmount(amountLeft, precision);
  const received = parseAmount(order.receivedAmount, precision) ?? 0n;
  const transfer = evm && units !== undefined ? { chainId: evm.chainId, token: evm.token, address, units } : undefined;
  return (
    <>
      <AddressCard
        network={payinGroup}
        address={address}
        amount={amountLeft}
        link={transfer && evmLink(transfer)}
        foot={
          evm?.walletConnect &&
          transfer && (
            <WalletConnectButton relay={evm.walletConnect} received={received} transfer={transfer} amount={amount} />
          )
        }
      />
      {cryptoTag !== '' && (
        <Callout type="warning" live={false} title={t('tpl:payment:deposit_tag_fact')}>
          {t('tpl:payment:deposit_tag_text')}
        </Callout>
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
