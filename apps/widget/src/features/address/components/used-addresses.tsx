import { isSameAddress } from '@causeway/domain/addresses/is-lookalike';
import { dayText } from '../../../lib/format/moment-text.ts';
import { AddressText } from '../../../parts/entry/address-text.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { ListRow } from '../../../ui/layout/list-row.tsx';
import text from '../../../ui/layout/text.module.css';
import type { AddressForm } from '../use-address-form.ts';

/** Most addresses offered; the others are only compared with. */
const shownMost = 3;

export interface UsedAddressesProps {
  form: AddressForm;
  /** Leads to the client's own balance, where that can be chosen instead. */
  onBalance?: (() => void) | undefined;
}

/** Other destinations: addresses used before, and the client's own balance. */
export function UsedAddresses({ form, onBalance }: UsedAddressesProps) {
  const { boot, texts } = useRuntime();
  const t = useTexts();
  const typed = form.values.dstAddress.trim();
  const shown = form.used.slice(0, shownMost);
  if (shown.length === 0 && !onBalance) return null;
  return (
    <section className={text.stackS} aria-label={t('tpl:address:used')}>
      <p className={text.eyebrow}>{t(shown.length > 0 ? 'tpl:address:used' : 'tpl:address:instead')}</p>
      <Card kind="flush">
        {shown.map(({ usedAt, address, ...memo }) => {
          const isChosen = isSameAddress(address, typed);
          return (
            <ListRow
              key={address}
              icon={isChosen ? 'check' : 'history'}
              on={isChosen}
              title={<AddressText address={address} short />}
              text={t('tpl:address:last_used', { date: dayText(usedAt, texts.language()) })}
              chevron={!isChosen}
              onPress={() => form.change({ dstAddress: address, ...memo })}
            />
          );
        })}
        {onBalance && (
          <ListRow
            icon="wallet"
            title={t('tpl:address:own_balance', { name: boot.brand.name })}
            text={t('tpl:address:own_balance_text')}
            chevron
            onPress={onBalance}
          />
        )}
      </Card>
    </section>
  );
}
