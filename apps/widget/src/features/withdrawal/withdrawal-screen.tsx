import { getWithdrawalConfigEndpoint } from '@causeway/contract/endpoints/get-withdrawal-config.generated';
import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import { type ReactNode, useState } from 'react';
import { failureText } from '../../lib/format/error-text.ts';
import { showAmount } from '../../lib/format/show-amount.ts';
import { DestinationInputs, type DestinationInputsProps } from '../../parts/destination/destination-inputs.tsx';
import { type DestinationField, destinationFields, targetOf } from '../../parts/destination/targets.ts';
import { middleEllipsis } from '../../parts/entry/address-text.tsx';
import { useAsking } from '../../parts/entry/use-asking.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { Button, type ButtonProps } from '../../ui/buttons/button.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { FieldError } from '../../ui/fields/field-error.tsx';
import layout from '../../ui/layout/layout.module.css';
import { OptionList } from '../../ui/layout/option-list.tsx';
import text from '../../ui/layout/text.module.css';
import {
  type Currencies,
  type WithdrawalPicker,
  ratedDetails,
  useWithdrawal,
  useWithdrawalPrice,
} from './use-withdrawal.ts';
import { WithdrawalAmounts, WithdrawalFees } from './withdrawal-amounts.tsx';
import {
  type SavedDestination,
  type WithdrawalConfig,
  type WithdrawalForm,
  fittingDestinations,
  fullBalances,
  isToCard,
  kindOf,
  offeredCurrencies,
  openForm,
  towards,
  typedDestination,
  withdrawalTargets,
} from './withdrawal-rules.ts';

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
  /** Undefined while they are on their way: one of them is chosen as the form opens. */
  saved: readonly SavedDestination[] | undefined;
  /** The cards that money can go to, and the entry of another one. */
  renderCards: (choice: ChosenCard) => ReactNode;
  renderPicker: (picker: WithdrawalPicker) => ReactNode;
  /** Shown where there is nothing to withdraw. */
  emptyAction: ReactNode;
}

/** Where money leaves the balance: from what, how much, where to, and what it costs. */
export function WithdrawalScreen({ emptyAction, saved, ...rest }: WithdrawalScreenProps) {
  const { api } = useRuntime();
  const t = useTexts();
  const { data, error, again } = useLoaded(() => api.call(getWithdrawalConfigEndpoint, {}), { hasTexts: true });
  if (data === undefined || saved === undefined)
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
  return <Form config={data} saved={saved} {...rest} />;
}

interface FormProps extends Omit<WithdrawalScreenProps, 'emptyAction'> {
  config: WithdrawalConfig;
  saved: readonly SavedDestination[];
}

function Form({ config, currencies, saved, query, renderCards, renderPicker, onHeld }: FormProps) {
  const t = useTexts();
  const [form, setForm] = useState(() => openForm(config, query, saved));
  const [isCardMissed, setCardMissed] = useState(false);
  const [picked, setPicked] = useState<'payin' | 'payout'>();
  const pricing = useWithdrawalPrice(form);
  const { submit, isBusy, error, errorOf, isLookalike, clear } = useWithdrawal(onHeld);
  const target = withdrawalTargets(config).find((option) => targetOf(option) === form.target);
  function change(part: Partial<WithdrawalForm>): void {
    clear();
    setCardMissed(false);
    setForm({ ...form, ...part });
  }
  const asking = useAsking(form.payinAmount === '', isBusy, t('tpl:error:REQUIRED'));
  if (target === undefined) return null;
  const payout = (pricing.price?.errors.length === 0 && pricing.price.calc.payoutAmount) || '';
  const show = (figure: string, code: string) => showAmount(figure, code, currencies, t);
  const amount = payout === '' ? '' : show(payout, target.currency);
  const parts = { form, target, currencies, pricing, payout, show };
  const rated = ratedDetails(pricing, form, currencies);
  return (
    <>
      <form
        ref={asking.ref}
        className={layout.main}
        noValidate
        // What a press on the rate asks for the past of.
        data-base={rated?.rateBase}
        data-quote={rated?.rateQuote}
        onSubmit={(event) => {
          event.preventDefault();
          if (isToCard(target) && form.token === '') setCardMissed(true);
          else void submit(form);
        }}
      >
        <WithdrawalAmounts
          {...parts}
          balances={fullBalances(config)}
          error={errorOf('payin_amount') ?? asking.fault}
          onType={(payinAmount) => change({ payinAmount })}
          onOpen={setPicked}
        />
        <Where
          saved={saved}
          form={form}
          target={target}
          cardError={errorOf('token') ?? (isCardMissed ? t('tpl:address:fault_card') : undefined)}
          renderCards={renderCards}
          currencies={currencies}
          errorOf={errorOf}
          isLookalike={isLookalike}
          onChange={change}
        />
        <WithdrawalFees {...parts} />
        <Foot amount={amount} error={error} failure={pricing.failure} {...asking.button} disabled={amount === ''} />
      </form>
      {picked &&
        renderPicker({
          ...offeredCurrencies(config),
          side: picked,
          form,
          onClose: () => setPicked(undefined),
          onChoose: (side, currency, group) =>
            change(
              side === 'payin' ? { payinCurrency: currency, payinAmount: '' } : towards(`${currency} ${group}`, saved),
            ),
        })}
    </>
  );
}

interface FootProps extends Pick<ButtonProps, 'busy' | 'disabled' | 'onClickCapture'> {
  amount: string;
  error: string | undefined;
  /** Why the price did not come. */
  failure: unknown;
}

/** What went wrong, what is still to come, and the one button. */
function Foot({ amount, error, failure, ...button }: FootProps) {
  const t = useTexts();
  const said = new Set([failure === undefined ? undefined : failureText(failure, t), error]);
  return (
    <>
      <p className="vh" role="status">
        {amount !== '' && `${t('tpl:withdrawal:get')}: ${amount}`}
      </p>
      {[...said].map((one) => one !== undefined && <Callout key={one}>{one}</Callout>)}
      <Callout type="info" icon="lock" live={false}>
        {t('tpl:withdrawal:code_note')}
      </Callout>
      <Button big type="submit" className={layout.push ?? ''} {...button}>
        {amount === '' ? t('tpl:withdrawal:title') : t('tpl:withdrawal:submit', { amount })}
      </Button>
    </>
  );
}

interface WhereProps extends Omit<DestinationInputsProps, 'values' | 'onChange'> {
  form: WithdrawalForm;
  saved: readonly SavedDestination[];
  cardError: string | undefined;
  renderCards: WithdrawalScreenProps['renderCards'];
  isLookalike: boolean;
  onChange: (part: Partial<WithdrawalForm>) => void;
}

/** What the way out asks for: a card that is chosen, or an address or account that is saved or typed. */
function Where({ saved, form, cardError, renderCards, isLookalike, onChange, ...inputs }: WhereProps) {
  const t = useTexts();
  const { target, errorOf } = inputs;
  if (isToCard(target))
    return renderCards({ token: form.token, error: cardError, onChange: (token) => onChange({ token }) });
  const fitting = fittingDestinations(saved, form.target);
  return (
    <>
      {fitting.length > 0 && (
        <SavedRows
          saved={fitting}
          kind={kindOf(target)}
          chosen={form.keptId}
          error={form.keptId === '' ? undefined : firstError(errorOf)}
          onPick={(keptId) => {
            const kept = fitting.find(({ id }) => id === keptId);
            onChange({ keptId, destination: kept ? typedDestination(kept) : {}, isAgreeAddress: false });
          }}
        />
      )}
      {form.keptId === '' && (
        <DestinationInputs
          {...inputs}
          values={form.destination}
          onChange={(destination) => onChange({ destination, isAgreeAddress: false })}
        />
      )}
      {(isLookalike || form.isAgreeAddress) && (
        <Checkbox
          name="compared"
          checked={form.isAgreeAddress}
          onChange={(isAgreeAddress) => onChange({ isAgreeAddress })}
        >
          {t('tpl:address:agree_address')}
        </Checkbox>
      )}
    </>
  );
}

function firstError(errorOf: (field: DestinationField) => string | undefined): string | undefined {
  return destinationFields.map(errorOf).find((error) => error !== undefined);
}

interface SavedRowsProps {
  saved: readonly SavedDestination[];
  kind: string;
  chosen: string;
  error: string | undefined;
  onPick: (id: string) => void;
}

/** Saved destinations that the form can go to, each chosen by one press, and another one that is typed. */
function SavedRows({ saved, kind, chosen, error, onPick }: SavedRowsProps) {
  const t = useTexts();
  const label = t('tpl:withdrawal:account', { kind });
  return (
    <div className={text.stackS}>
      <p className={text.label} aria-hidden="true">
        {label}
      </p>
      <OptionList
        label={label}
        name="kept"
        value={chosen}
        options={[
          ...saved.map(({ id, name, address, holder }) => ({
            value: id,
            icon: kind === 'bank' ? ('landmark' as const) : ('wallet' as const),
            title: name,
            text: (
              <>
                {holder !== '' && `${holder} · `}
                <bdi className="num" dir="ltr">
                  {kind === 'bank' ? middleEllipsis(address, 4, 4) : middleEllipsis(address)}
                </bdi>
              </>
            ),
          })),
          { value: '', icon: 'plus' as const, title: t('tpl:withdrawal:another', { kind }) },
        ]}
        onChange={onPick}
      />
      {error !== undefined && <FieldError id="kept-error">{error}</FieldError>}
    </div>
  );
}
