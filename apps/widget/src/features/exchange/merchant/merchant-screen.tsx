import { useState } from 'react';
import amounts from '../../../parts/price/amounts.module.css';
import { useTexts } from '../../../platform/runtime.ts';
import layout from '../../../ui/layout/layout.module.css';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { ExchangeCallouts } from '../components/exchange-callouts.tsx';
import PartnerDetails from '../components/partner-details.tsx';
import { PickerSheet } from '../components/amount-sides.tsx';
import { isClientEmail } from '../rules/submit-rules.ts';
import { type ExchangeFacts, useExchange } from '../use-exchange.ts';
import { MerchantAmounts } from './merchant-amounts.tsx';
import { PayButton, HeldRate, MerchantHead } from './merchant-parts.tsx';

interface MerchantScreenProps extends ExchangeFacts {
  /** Where the receipt goes. */
  email: string;
  onEmail: (email: string) => void;
  /** The merchant's server has fixed the e-mail. */
  isEmailFixed: boolean;
  /** Who is paid; empty without a partner. */
  name: string;
  onSubmit: () => void;
}

/**
 * The step `exchangeMerchant`: the purchase, its price in the payer's own currency, and one e-mail field. There
 * is no sign-in.
 */
export function MerchantScreen({ email, onEmail, isEmailFixed, name, onSubmit, ...facts }: MerchantScreenProps) {
  const { config, store } = facts;
  const t = useTexts();
  const { view, preorder, mayGoOn } = useExchange(facts);
  const [isPicking, setPicking] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const isDonation = view.options.isDonation || view.options.purchaseAmount === '';
  const emailFault = email.trim() === '' ? 'required' : isClientEmail(email) ? undefined : 'email';
  const title = t(isDonation ? 'tpl:merchant:title_donation' : 'tpl:merchant:title', { name });

  return (
    <>
      <form
        className={layout.main}
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (mayGoOn() && emailFault === undefined) onSubmit();
        }}
      >
        <h1 className="vh">{title}</h1>
        {!view.options.hidePartnerName && name && <MerchantHead name={name} description={view.options.description} />}
        <PartnerDetails
          name=""
          description={view.options.hidePartnerName || !name ? view.options.description : ''}
          productDetails={view.options.productDetails}
        />
        <div className={amounts.swap}>
          <MerchantAmounts
            view={view}
            purchase={preorder.payoutAmount}
            isDonation={isDonation}
            onType={(amount) => store.getState().type('payout', amount)}
            onOpen={() => setPicking(true)}
          />
        </div>
        <HeldRate view={view} />
        <TextField
          label={t('tpl:merchant:email')}
          type="email"
          name="clientEmail"
          autoComplete="email"
          value={email}
          onChange={onEmail}
          readOnly={isEmailFixed}
          error={isChecked && emailFault && t(`tpl:auth:fault_${emailFault}`)}
        />
        <ExchangeCallouts
          items={[...(view.errors.payout ? [view.errors.payout] : []), ...view.errors.callouts]}
          isOffline={view.isOffline}
          isRateSwitched={false}
          isDisabled={view.isDisabled}
          closed={undefined}
          banner={undefined}
        />
        <PayButton view={view} isDonation={isDonation} isMoving={facts.isMoving} />
      </form>
      <PickerSheet
        side={isPicking ? 'payin' : undefined}
        config={config}
        preorder={preorder}
        onClose={() => setPicking(false)}
        onChoose={store.getState().choose}
      />
    </>
  );
}
