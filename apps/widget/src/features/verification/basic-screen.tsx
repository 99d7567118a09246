import { basicNames, type BasicName } from '@causeway/domain/verification/basic-names';
import { updateVerificationEndpoint } from '@causeway/contract/endpoints/update-verification.generated';
import { getWizardInfoEndpoint } from '@causeway/contract/endpoints/get-wizard-info.generated';
import { listCountriesEndpoint } from '@causeway/contract/endpoints/list-countries.generated';
import { listStatesEndpoint } from '@causeway/contract/endpoints/list-states.generated';
import { submitBasicEndpoint } from '@causeway/contract/endpoints/submit-basic.generated';
import type { listCountries } from '@causeway/contract/calls/list-countries';
import type { AnswerOf } from '@causeway/contract/define-call';
import { clientLevels } from '@causeway/domain/clients/client-level';
import { capitaliseName, dayAt, earliestBirthday, latestBirthday } from '@causeway/domain/verification/dates';
import { useState, type ReactNode } from 'react';
import { FormFrame } from '../../parts/page/form-frame.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { useSave, type Saving } from '../../platform/use-save.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import layout from '../../ui/layout/layout.module.css';
import text from '../../ui/layout/text.module.css';
import { type BasicValues, type States, missingOf, statesOf } from './rules/missing-basic.ts';
import { useDraft } from './use-draft.ts';

type Countries = AnswerOf<typeof listCountries>['data'];

const blank: BasicValues = {
  firstName: '',
  lastName: '',
  birthday: '',
  aCountry: '',
  aState: '',
  aCity: '',
  aPostcode: '',
  aAddr1: '',
  aAddr2: '',
};

/** Name, birthday and address. What is typed is kept on the server and is there again on another device. */
export function BasicScreen({ summary, onDone }: { summary?: ReactNode; onDone: () => void }) {
  const { api } = useRuntime();
  const t = useTexts();
  const { data, error, again } = useLoaded(
    async () => {
      const [info, countries, states] = await Promise.all([
        api.call(getWizardInfoEndpoint, { wizard: 'basic' }),
        api.call(listCountriesEndpoint, {}),
        api.call(listStatesEndpoint, {}),
      ]);
      return { info, countries: countries.data.filter(({ isRestricted }) => isRestricted === 0), states: states.data };
    },
    { hasTexts: true },
  );
  if (!data)
    return (
      <div className={layout.main} aria-busy={error === undefined}>
        {error === undefined ? <Skeleton width="100%" height="420px" /> : <Callout>{error}</Callout>}
        {error !== undefined && <Button onClick={again}>{t('tpl:common:try_again')}</Button>}
      </div>
    );
  if (data.info.isVerified === 1)
    return (
      <div className={layout.main}>
        {summary}
        <Callout type="success" title={t('tpl:verification:verified')}>
          {t('tpl:verification:basic_text')}
        </Callout>
        <Button big onClick={onDone}>
          {t('tpl:verification:continue')}
        </Button>
      </div>
    );
  if (data.info.isLocked === 1)
    return (
      <div className={layout.main}>
        {summary}
        <Callout title={t('tpl:verification:in_review')}>{t('tpl:verification:review_text')}</Callout>
      </div>
    );
  const kept: BasicValues = { ...blank, ...data.info.fields };
  return (
    <BasicForm
      first={kept}
      countries={data.countries}
      states={data.states}
      summary={summary}
      onDone={onDone}
      onWait={again}
    />
  );
}

interface BasicFormProps {
  first: BasicValues;
  countries: Countries;
  states: States;
  summary: ReactNode;
  onDone: () => void;
  /** Sent, and the level did not rise: people look at it, or another wizard is missing. */
  onWait: () => void;
}

function BasicForm({ first, countries, states, summary, onDone, onWait }: BasicFormProps) {
  const { api } = useRuntime();
  const t = useTexts();
  const [values, setValues] = useState(first);
  const [isAgreed, setAgreed] = useState(false);
  // The button was pressed before everything was there.
  const [isTried, setTried] = useState(false);
  const saving = useSave<BasicName>(basicNames);
  const stopDraft = useDraft(values, first, (typed) =>
    api.call(updateVerificationEndpoint, { wizard: 'basic', isDraft: true, ...typed }),
  );
  const missing = missingOf(values, states);
  const isWhole = missing.length === 0 && isAgreed;
  const errors = { ...saving.errors };
  if (isTried) for (const name of missing) errors[name] = t('tpl:error:REQUIRED');
  const set = (change: Partial<BasicValues>) => {
    saving.clear();
    setValues((old) => ({ ...old, ...change }));
  };

  async function submit(): Promise<void> {
    stopDraft();
    const answer = await saving.finish(() => api.call(submitBasicEndpoint, { ...values, isFraudAgreement: isAgreed }));
    if (answer === undefined) return;
    if (clientLevels.indexOf(answer.clientLevel) < clientLevels.indexOf('basic')) onWait();
    else onDone();
  }

  return (
    <FormFrame
      saving={saving}
      submit={{ text: t('tpl:verification:save') }}
      after={<p className={text.xs}>{t('tpl:verification:kept')}</p>}
      onSubmit={() => (isWhole ? void submit() : setTried(true))}
    >
      {summary}
      <p className={text.lead}>{t('tpl:verification:basic_why')}</p>
      <PersonFields values={values} set={set} errors={errors} />
      <AddressFields values={values} set={set} errors={errors} countries={countries} states={states} />
      <Checkbox checked={isAgreed} error={isTried && !isAgreed && t('tpl:address:fault_agree')} onChange={setAgreed}>
        {t('tpl:verification:own_use')}
      </Checkbox>
    </FormFrame>
  );
}

interface PartProps {
  values: BasicValues;
  set: (change: Partial<BasicValues>) => void;
  errors: Saving<BasicName>['errors'];
}

function PersonFields({ values, set, errors }: PartProps) {
  const t = useTexts();
  // Whole days in the calendar of the client.
  const [today] = useState(() => dayAt(new Date(), -new Date().getTimezoneOffset()));
  return (
    <>
      <TextField
        label={t('tpl:verification:first_name')}
        autoComplete="given-name"
        maxLength={100}
        value={values.firstName}
        onChange={(firstName) => set({ firstName })}
        onBlur={() => set({ firstName: capitaliseName(values.firstName) })}
        error={errors.first_name}
      />
      <TextField
        label={t('tpl:verification:last_name')}
        autoComplete="family-name"
        maxLength={100}
        value={values.lastName}
        onChange={(lastName) => set({ lastName })}
        onBlur={() => set({ lastName: capitaliseName(values.lastName) })}
        error={errors.last_name}
      />
      <TextField
        label={t('tpl:verification:birthday')}
        type="date"
        autoComplete="bday"
        min={earliestBirthday}
        max={latestBirthday(today)}
        value={values.birthday}
        onChange={(birthday) => set({ birthday })}
        error={errors.birthday}
      />
    </>
  );
}

function AddressFields({
  values,
  set,
  errors,
  countries,
  states,
}: PartProps & { countries: Countries; states: States }) {
  const t = useTexts();
  const choose = { value: '', text: t('tpl:verification:choose') };
  const own = statesOf(states, values);
  return (
    <>
      <SelectField
        label={t('tpl:verification:country')}
        autoComplete="country"
        value={values.aCountry}
        options={[choose, ...countries.map(({ code, name }) => ({ value: code, text: name }))]}
        onChange={(aCountry) => set({ aCountry, aState: '' })}
        error={errors.a_country}
      />
      {own.length > 0 && (
        <SelectField
          label={t('tpl:verification:state')}
          autoComplete="address-level1"
          value={values.aState}
          options={[choose, ...own.map(({ code, name }) => ({ value: code, text: name }))]}
          onChange={(aState) => set({ aState })}
          error={errors.a_state}
        />
      )}
      <div className={text.two}>
        <TextField
          label={t('tpl:verification:postcode')}
          autoComplete="postal-code"
          maxLength={20}
          value={values.aPostcode}
          onChange={(aPostcode) => set({ aPostcode })}
          error={errors.a_postcode}
        />
        <TextField
          label={t('tpl:verification:city')}
          autoComplete="address-level2"
          maxLength={100}
          value={values.aCity}
          onChange={(aCity) => set({ aCity })}
          error={errors.a_city}
        />
      </div>
      <TextField
        label={t('tpl:verification:addr1')}
        autoComplete="address-line1"
        maxLength={200}
        value={values.aAddr1}
        onChange={(aAddr1) => set({ aAddr1 })}
        error={errors.a_addr1}
      />
      <TextField
        label={t('tpl:verification:addr2')}
        autoComplete="address-line2"
        maxLength={200}
        value={values.aAddr2}
        onChange={(aAddr2) => set({ aAddr2 })}
        error={errors.a_addr2}
      />
    </>
  );
}
