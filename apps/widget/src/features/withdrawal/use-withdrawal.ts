import { createWithdrawalEndpoint } from '@causeway/contract/endpoints/create-withdrawal.generated';
import { getWithdrawalPriceEndpoint } from '@causeway/contract/endpoints/get-withdrawal-price.generated';
import type { CalculationAnswer } from '@causeway/contract/shapes/calculation';
import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import { useEffect, useRef, useState } from 'react';
import { useRuntime } from '../../platform/runtime.ts';
import { useLanguage } from '../../platform/use-loaded.ts';
import { useSave } from '../../platform/use-save.ts';
import { type DestinationField, destinationFields, destinationRequest } from '../../parts/destination/targets.ts';
import { type WithdrawalForm, type offeredCurrencies, priceFields } from './withdrawal-rules.ts';

/** Milliseconds without a change until the price is asked for, as at the exchange (9-07). */
const settling = 600;

const isAmount = (text: string) => /[1-9]/.test(text);

export interface WithdrawalPrice {
  /** Undefined while it is on its way and without an amount. */
  price: CalculationAnswer | undefined;
  /** The last price there was, of whichever amount. */
  last: CalculationAnswer | undefined;
  isPricing: boolean;
  failure: unknown;
}

/** The price of a form. */
export function useWithdrawalPrice(form: WithdrawalForm): WithdrawalPrice {
  const { api } = useRuntime();
  const { payinCurrency, payinAmount, payoutCurrency, payoutGroup } = priceFields(form);
  const language = useLanguage();
  const key = [language, payinCurrency, payinAmount, payoutCurrency, payoutGroup].join(' ');
  const [known, setKnown] = useState<{ key: string; price?: CalculationAnswer; failure?: unknown }>();
  useEffect(() => {
    if (!isAmount(payinAmount) || payoutGroup === '') return undefined;
    const asked = { payinCurrency, payinAmount, payoutCurrency, payoutGroup };
    const running = new AbortController();
    const timer = setTimeout(() => {
      api.call(getWithdrawalPriceEndpoint, asked, { signal: running.signal }).then(
        (price) => setKnown({ key, price }),
        (failure: unknown) => {
          if (!running.signal.aborted) setKnown({ key, failure: failure ?? true });
        },
      );
    }, settling);
    return () => {
      clearTimeout(timer);
      running.abort();
    };
  }, [api, key, payinCurrency, payinAmount, payoutCurrency, payoutGroup]);
  const shown = known?.key === key ? known : undefined;
  const isPricing = shown === undefined && isAmount(payinAmount) && payoutGroup !== '';
  return { price: shown?.price, last: known?.price, isPricing, failure: shown?.failure };
}

export type Currencies = Readonly<Record<string, CurrencyConfigEntry>>;

/** Whether money leaves in another currency than the one that it is kept in. */
export function isExchanged(form: WithdrawalForm, currencies: Currencies): boolean {
  const { payinCurrency, payoutCurrency } = priceFields(form);
  return payinCurrency !== (currencies[payoutCurrency]?.balanceCurrency ?? payoutCurrency);
}

/** The last price of what a form exchanges, whose rate still says something while the next price is on its way. */
export function ratedDetails({ last }: Pick<WithdrawalPrice, 'last'>, form: WithdrawalForm, currencies: Currencies) {
  const { payinCurrency, payoutCurrency } = priceFields(form);
  const details = last?.calc.details;
  const isSame = details?.payinCurrency === payinCurrency && details.payoutCurrency === payoutCurrency;
  return isSame && isExchanged(form, currencies) ? details : undefined;
}

/** The choice of a balance, or of a way out. */
export interface WithdrawalPicker extends ReturnType<typeof offeredCurrencies> {
  side: 'payin' | 'payout';
  form: WithdrawalForm;
  onClose: () => void;
  onChoose: (side: 'payin' | 'payout', currency: string, group: string) => void;
}

const fields = ['payin_amount', 'token', ...destinationFields] as const;

/** Sends a form: the same one sent again, as after a lost answer, is the same withdrawal. */
export function useWithdrawal(onHeld: (confirmation: Confirmation, form: WithdrawalForm) => void) {
  const { api, captcha } = useRuntime();
  const { finish, ...saving } = useSave<(typeof fields)[number]>(fields);
  const [isLookalike, setLookalike] = useState(false);
  const sent = useRef({ text: '', key: '' });

  async function submit(form: WithdrawalForm): Promise<void> {
    const values = {
      ...priceFields(form),
      ...destinationRequest(form.destination),
      ...(form.token !== '' && { token: form.token }),
      ...(form.isAgreeAddress && { isAgreeAddress: true }),
    };
    const text = JSON.stringify(values);
    if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() };
    const headers = { 'Idempotency-Key': sent.current.key };
    const held = await finish(async () => {
      const gRecaptchaResponse = await captcha.token('order');
      const answer = await api.call(createWithdrawalEndpoint, { ...values, gRecaptchaResponse }, { headers });
      setLookalike(answer.errors.some(({ code }) => code === 'ADDRESS_LOOKALIKE'));
      return answer;
    });
    if (held === undefined) return;
    const { uuid = '', niceId = '', expirationSec = 0, expirationTimeSec = 0, codeFrom = 'email' } = held;
    onHeld({ uuid, niceId, expirationSec, expirationTimeSec, codeFrom }, form);
  }

  const errorOf = (field: 'payin_amount' | 'token' | DestinationField) => saving.errors[field];
  return { ...saving, submit, errorOf, isLookalike };
}
