import { useEffect, useState } from 'react';
import amounts from '../../../parts/price/amounts.module.css';
import { clockText } from '../../../lib/format/clock-text.ts';
import { useCountdown } from '../../../lib/timing/use-countdown.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import layout from '../../../ui/layout/layout.module.css';
import text from '../../../ui/layout/text.module.css';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { ExchangeNotes } from '../components/exchange-notes.tsx';
import PartnerDetails from '../components/partner-details.tsx';
import { PickerSheet } from '../components/picker-sheet.tsx';
import { isClientEmail } from '../rules/submit-rules.ts';
import { rateOf } from '../rules/rates.ts';
import { type ExchangeFacts, type ExchangeView, useExchange } from '../use-exchange.ts';
import { MerchantAmounts } from './merchant-amounts.tsx';
import { RichText } from '../../../parts/page/rich-text.tsx';
import styles from './merchant-head.module.css';

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
  const { config, store, prices } = facts;
  const t = useTexts();
  const { view, preorder, mayGoOn } = useExchange(facts);
  const [isPicking, setPicking] = useState(false);
  const [isChecked, setChecked] = useState(false);
  useEffect(() => prices.watch(), [prices]);
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
        <ExchangeNotes
          items={[...(view.errors.payout ? [view.errors.payout] : []), ...view.errors.notes]}
          isOffline={view.isOffline}
          isRateSwitched={false}
          isDisabled={view.isDisabled}
          closed={undefined}
          banner={undefined}
        />
        <PayButton view={view} isDonation={isDonation} />
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

/** What is paid, on the button; what of it are fees, below. */
function PayButton({ view, isDonation }: { view: ExchangeView; isDonation: boolean }) {
  const t = useTexts();
  const { calc, calculation, isCreating, options, pair } = view;
  const verb = isDonation ? 'tpl:merchant:submit_donation' : 'tpl:merchant:submit';
  const price = calc.details && !calculation.isCalculating ? view.show(calc.payinAmount, pair.payinCurrency) : '';
  return (
    <>
      <Button big type="submit" className={layout.push ?? ''} busy={view.isBusy} disabled={view.isSubmitDisabled}>
        {isCreating
          ? t('tpl:exchange:placing')
          : calculation.isCalculating
            ? t('tpl:exchange:pricing')
            : t(verb, { amount: price })}
      </Button>
      {!options.hideFeeDetails && price && calc.details && (
        <p className={`${text.xs} ${text.quiet} ${text.center}`}>
          {t('tpl:merchant:fees', { amount: view.show(calc.details.totalFee, calc.details.payinCurrency) })}
        </p>
      )}
    </>
  );
}

/** The rate of the purchase, and how long it is fixed. */
function HeldRate({ view }: { view: ExchangeView }) {
  const t = useTexts();
  const left = useCountdown(view.calculation.lockedUntil);
  const { details } = view.calc;
  if (!details) return null;
  const rate = rateOf(details, view.show);
  return (
    <div className={`${layout.row} ${text.s}`}>
      <span className="num">
        {rate.left} {rate.right}
      </span>
      <span className={`${layout.end} ${text.quiet} num`}>
        {t(left > 0 ? 'tpl:exchange:rate_locked' : 'tpl:exchange:rate_held', { time: clockText(left) })}
      </span>
    </div>
  );
}

/** Who is paid, and what the page says of the purchase. */
function MerchantHead({ name, description }: { name: string; description: string }) {
  return (
    <div className={`${layout.row} ${styles.head}`}>
      <span className={styles.letter} aria-hidden="true">
        {[...name][0]}
      </span>
      <div className={layout.grow}>
        <p className={text.label}>{name}</p>
        {description && (
          <p className={`${text.s} ${text.quiet}`}>
            <RichText>{description}</RichText>
          </p>
        )}
      </div>
    </div>
  );
}
