import type { CalculationAnswer } from '@causeway/contract/shapes/calculation';
import type { CurrencyConfigEntry, PaymentOption } from '@causeway/contract/shapes/site-config';
import { getWithdrawalConfigEndpoint } from '@causeway/contract/endpoints/get-withdrawal-config.generated';
import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import { type ReactNode, useState } from 'react';
import { errorText, failureText } from '../../lib/format/error-text.ts';
import { nameOf, precisionOf, showAmount } from '../../lib/format/show-amount.ts';
import { DestinationInputs, type DestinationInputsProps } from '../../parts/destination/destination-inputs.tsx';
import { type DestinationValues, targetOf } from '../../parts/destination/targets.ts';
import { DetailList, DetailRow } from '../../parts/order/detail-row.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import layout from '../../ui/layout/layout.module.css';
import { ListRow } from '../../ui/layout/list-row.tsx';
import { useWithdrawal, useWithdrawalPrice } from './use-withdrawal.ts';
import {
  type SavedDestination,
  type WithdrawalConfig,
  type WithdrawalForm,
  fittingDestinations,
  fullBalances,
  isToCard,
  openForm,
  typedAmount,
  typedDestination,
  withdrawalTargets,
} from './withdrawal-rules.ts';

type Currencies = Readonly<Record<string, CurrencyConfigEntry>>;

export interface ChosenCard {
  token: string;
  error: string | undefined;
  onChange: (token: string) => void;
}

interface WithdrawalScreenProps {
  currencies: Currencies;
  /** What the page's address asks for. */
  query: Readonly<Record<string, string | undefined>>;
  /** The amount is held, and a code was sent. */
  onHeld: (confirmation: Confirmation, form: WithdrawalForm) => void;
  saved: readonly SavedDestination[];
  /** The cards that money can go to, and the entry of another one. */
  renderCards: (choice: ChosenCard) => ReactNode;
  /** Shown where there is nothing to withdraw. */
  emptyAction: ReactNode;
}

/** Where money leaves the balance: from what, how much, where to, and what it costs. */
export function WithdrawalScreen({ emptyAction, ...rest }: WithdrawalScreenProps) {
  const { api } = useRuntime();
  const t = useTexts();
  const { data, error, again } = useLoaded(() => api.call(getWithdrawalConfigEndpoint, {}), { hasTexts: true });
  if (data === undefined)
    return (
      <div className={layout.main} aria-busy={error === undefined}>
        {error === undefined ? (
          <>
            <Skeleton width="100%" height="96px" />
            <Skeleton width="100%" height="160px" />
          </>
        ) : (
          <Callout action={<LinkButton onClick={again}>{t('tpl:common:try_again')}</LinkButton>}>{error}</Callout>
        )}
      </div>
    );
  if (fullBalances(data).length === 0 || withdrawalTargets(data).length === 0)
    return (
      <div className={layout.main}>
        <EmptyState title={t('tpl:withdrawal:empty')} action={emptyAction}>
          {t('tpl:withdrawal:empty_text')}
        </EmptyState>
      </div>
    );
  return <Form config={data} {...rest} />;
}

type FormProps = Omit<WithdrawalScreenProps, 'emptyAction'> & { config: WithdrawalConfig };

function Form({ config, currencies, saved, query, renderCards, onHeld }: FormProps) {
  const t = useTexts();
  const [form, setForm] = useState(() => openForm(config, query));
  const [isCardMissed, setCardMissed] = useState(false);
  const { price, failure } = useWithdrawalPrice(form);
  const { submit, isBusy, error, errorOf, isLookalike, clear } = useWithdrawal(onHeld);
  const target = withdrawalTargets(config).find((option) => targetOf(option) === form.target);
  const change = (part: Partial<WithdrawalForm>) => {
    clear();
    setCardMissed(false);
    setForm({ ...form, ...part });
  };
  const cardError = errorOf('token') ?? (isCardMissed ? t('tpl:address:fault_card') : undefined);
  const refused = price?.errors.map((item) => errorText(item, t))[0];
  const amount =
    price && refused === undefined ? showAmount(price.calc.payoutAmount, target?.currency ?? '', currencies, t) : '';
  return (
    <form
      className={layout.main}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const isMissed = target !== undefined && isToCard(target) && form.token === '';
        setCardMissed(isMissed);
        if (!isMissed) void submit(form);
      }}
    >
      <Amounts
        config={config}
        currencies={currencies}
        form={form}
        error={errorOf('payin_amount') ?? refused}
        onChange={change}
      />
      {target && (
        <Where
          saved={saved}
          target={target}
          card={{ token: form.token, error: cardError, onChange: (token) => change({ token }) }}
          renderCards={renderCards}
          currencies={currencies}
          values={form.destination}
          errorOf={errorOf}
          onChange={(destination) => change({ destination, isAgreeAddress: false })}
        />
      )}
      {(isLookalike || form.isAgreeAddress) && (
        <Checkbox
          name="compared"
          checked={form.isAgreeAddress}
          onChange={(isAgreeAddress) => change({ isAgreeAddress })}
        >
          {t('tpl:address:agree_address')}
        </Checkbox>
      )}
      <div role="status">
        {amount !== '' && price && <Price price={price} currencies={currencies} amount={amount} />}
      </div>
      {failure !== undefined && <Callout>{failureText(failure, t)}</Callout>}
      {error !== undefined && <Callout>{error}</Callout>}
      <Callout type="info" icon="lock" live={false}>
        {t('tpl:withdrawal:code_note')}
      </Callout>
      <Button type="submit" busy={isBusy} disabled={amount === ''}>
        {amount === '' ? t('tpl:withdrawal:title') : t('tpl:withdrawal:submit', { amount })}
      </Button>
    </form>
  );
}

interface WhereProps extends DestinationInputsProps {
  saved: readonly SavedDestination[];
  card: ChosenCard;
  renderCards: WithdrawalScreenProps['renderCards'];
}

/** What the way out asks for: a card that is chosen, or an address or account that is typed. */
function Where({ saved, card, renderCards, ...inputs }: WhereProps) {
  if (isToCard(inputs.target)) return renderCards(card);
  return (
    <>
      <SavedRows saved={saved} target={targetOf(inputs.target)} onPick={inputs.onChange} />
      <DestinationInputs {...inputs} />
    </>
  );
}

interface PartProps {
  currencies: Currencies;
  form: WithdrawalForm;
  onChange: (part: Partial<WithdrawalForm>) => void;
}

function Amounts({
  config,
  currencies,
  form,
  error,
  onChange,
}: PartProps & { config: WithdrawalConfig; error: string | undefined }) {
  const t = useTexts();
  const balances = fullBalances(config);
  const entry = currencies[form.payinCurrency];
  const own = balances.find(({ currency }) => currency === form.payinCurrency)?.balanceAmount ?? '';
  const show = ({ currency, balanceAmount }: PaymentOption) => showAmount(balanceAmount, currency, currencies, t);
  return (
    <>
      <SelectField
        label={t('tpl:withdrawal:from')}
        value={form.payinCurrency}
        options={balances.map((option) => ({ value: option.currency, text: show(option) }))}
        onChange={(payinCurrency) => onChange({ payinCurrency, payinAmount: '' })}
      />
      <TextField
        label={t('tpl:withdrawal:amount')}
        value={form.payinAmount}
        name="payin_amount"
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        placeholder={`0 ${nameOf(entry, form.payinCurrency)}`}
        error={error}
        hint={
          own !== '' && (
            <LinkButton onClick={() => onChange({ payinAmount: own })}>{t('tpl:withdrawal:all')}</LinkButton>
          )
        }
        onChange={(typed) => {
          const payinAmount = typedAmount(typed, precisionOf(entry));
          if (payinAmount !== undefined) onChange({ payinAmount });
        }}
      />
      <SelectField
        label={t('tpl:withdrawal:to')}
        value={form.target}
        options={withdrawalTargets(config).map((option) => ({
          value: targetOf(option),
          text: `${nameOf(currencies[option.currency], option.currency)} · ${option.localName}`,
        }))}
        onChange={(next) => onChange({ target: next, destination: {}, token: '', isAgreeAddress: false })}
      />
    </>
  );
}

interface PriceProps {
  price: CalculationAnswer;
  currencies: Currencies;
  /** What arrives. */
  amount: string;
}

function Price({ price: { calc }, currencies, amount }: PriceProps) {
  const t = useTexts();
  const { details, worth } = calc;
  const show = (text: string, code: string) => showAmount(text, code, currencies, t);
  return (
    <DetailList>
      <DetailRow label={t('tpl:order:detail_fees')}>
        {show(details?.totalFee ?? '', details?.payinCurrency ?? '')}
      </DetailRow>
      <DetailRow label={t('tpl:withdrawal:get')}>
        {worth.payout === ''
          ? amount
          : `${amount} ${t('tpl:home:worth', { amount: show(worth.payout, worth.currency) })}`}
      </DetailRow>
    </DetailList>
  );
}

interface SavedRowsProps {
  saved: readonly SavedDestination[];
  target: string;
  onPick: (destination: DestinationValues) => void;
}

/** Saved destinations that the form can go to, each filled in by one press. */
function SavedRows({ saved, target, onPick }: SavedRowsProps) {
  const t = useTexts();
  const fitting = fittingDestinations(saved, target);
  if (fitting.length === 0) return null;
  return (
    <Card kind="flush">
      <div role="group" aria-label={t('tpl:withdrawal:saved')}>
        {fitting.map((one) => (
          <ListRow
            key={one.id}
            icon={one.network === 'sepa' ? 'landmark' : 'wallet'}
            title={one.name}
            text={<bdi dir="ltr">{`…${one.address.slice(-8)}`}</bdi>}
            onPress={() => onPick(typedDestination(one))}
          />
        ))}
      </div>
    </Card>
  );
}
