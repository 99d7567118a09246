import { useState, type ReactNode } from 'react';
import { findOption } from '../../features/exchange/rules/find-option.ts';
import type { Preorder } from '../../features/exchange/rules/preorder.ts';
import { useTexts } from '../../platform/runtime.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useAccount, useApp } from '../app-parts.ts';

/**
 * Chooses the client's own balance of the same currency, if there is one and no partner has fixed the method. A callout
 * then says so and offers the way back.
 */
export function useBalanceInstead({ payinGroup, payoutCurrency, payoutGroup }: Preorder): {
  choose: (() => void) | undefined;
  note: ReactNode;
} {
  const { exchange, runtime } = useApp();
  const { config } = useAccount();
  const t = useTexts();
  const [former, setFormer] = useState<string>();
  const option = findOption(config.swConfig.payoutSelect, payoutCurrency, 'balance');
  const isFixed = runtime.boot.host?.locked.includes('payoutGroup') === true;
  const isOpen = option?.isPaused === 0 && !isFixed && payinGroup !== 'balance';
  const choose = (group: string) => exchange.getState().choose('payout', payoutCurrency, group);
  return {
    choose: isOpen
      ? () => {
          setFormer(payoutGroup);
          choose('balance');
        }
      : undefined,
    note: former !== undefined && payoutGroup === 'balance' && (
      <Note
        type="info"
        live={false}
        action={<LinkButton onClick={() => choose(former)}>{t('tpl:address:to_wallet')}</LinkButton>}
      >
        {t('tpl:address:to_balance')}
      </Note>
    ),
  };
}
