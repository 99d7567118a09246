import type { listDestinations } from '@causeway/contract/calls/list-destinations';
import type { AnswerOf } from '@causeway/contract/define-call';
import { getWithdrawalConfigEndpoint } from '@causeway/contract/endpoints/get-withdrawal-config.generated';
import { listDestinationsEndpoint } from '@causeway/contract/endpoints/list-destinations.generated';
import { removeDestinationEndpoint } from '@causeway/contract/endpoints/remove-destination.generated';
import { renameDestinationEndpoint } from '@causeway/contract/endpoints/rename-destination.generated';
import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import { useState } from 'react';
import { dateText } from '../../../lib/format/moment-text.ts';
import { nameOf } from '../../../lib/format/show-amount.ts';
import { openTargets } from '../../../parts/destination/targets.ts';
import { FormFrame } from '../../../parts/page/form-frame.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { useLoaded } from '../../../platform/use-loaded.ts';
import { useSave } from '../../../platform/use-save.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { ListRow } from '../../../ui/layout/list-row.tsx';
import { LoadingBody } from '../loading-body.tsx';
import { RenameForm } from '../rename-form.tsx';
import { DestinationWait } from './destination-wait.tsx';
import { KeepDestinationForm } from './keep-destination-form.tsx';

type Saved = AnswerOf<typeof listDestinations>['destinations'][number];
type Currencies = Readonly<Record<string, CurrencyConfigEntry>>;
type Act = { kind: 'rename' | 'remove'; id: string } | { kind: 'add' };

/** Where withdrawals go, by name: a list, adding, renaming, removing, and whether new ones wait. */
export function DestinationsScreen({ email, currencies }: { email: string; currencies: Currencies }) {
  const { api, toasts } = useRuntime();
  const t = useTexts();
  const { data, error, again } = useLoaded(async () => {
    const [saved, config] = await Promise.all([
      api.call(listDestinationsEndpoint, {}),
      api.call(getWithdrawalConfigEndpoint, {}),
    ]);
    return { ...saved, targets: openTargets(config) };
  });
  const [act, setAct] = useState<Act>();
  if (!data) return <LoadingBody error={error} onAgain={again} />;

  const saved = () => {
    setAct(undefined);
    toasts.show({ text: t('tpl:settings:saved') });
    again();
  };
  const cancel = () => setAct(undefined);
  const { targets, destinations, ...wait } = data;
  if (act?.kind === 'add')
    return <KeepDestinationForm email={email} choice={{ targets, currencies }} onKept={saved} onCancel={cancel} />;
  const chosen = destinations.find(({ id }) => act && 'id' in act && id === act.id);
  if (chosen && act?.kind === 'rename')
    return (
      <RenameForm
        name={chosen.name}
        label={t('tpl:settings:destinations:name')}
        submit={t('tpl:settings:destinations:save')}
        rename={(name) => api.call(renameDestinationEndpoint, { id: chosen.id, name })}
        onRenamed={saved}
        onCancel={cancel}
      />
    );
  if (chosen) return <RemoveForm destination={chosen} onRemoved={saved} onCancel={cancel} />;

  const add = (
    <Button icon="plus" onClick={() => setAct({ kind: 'add' })}>
      {t('tpl:settings:destinations:add')}
    </Button>
  );
  return (
    <div className={layout.main}>
      {destinations.length === 0 ? (
        <EmptyState title={t('tpl:settings:destinations:empty')} action={add}>
          {t('tpl:settings:destinations:empty_text')}
        </EmptyState>
      ) : (
        <>
          <Card kind="flush">
            {destinations.map((one) => (
              <Row
                key={one.id}
                destination={one}
                currencies={currencies}
                onAct={(kind) => setAct({ kind, id: one.id })}
              />
            ))}
          </Card>
          {add}
        </>
      )}
      <DestinationWait email={email} wait={wait} onChanged={saved} />
    </div>
  );
}

interface RowProps {
  destination: Saved;
  currencies: Currencies;
  onAct: (kind: 'rename' | 'remove') => void;
}

function Row({ destination, currencies, onAct }: RowProps) {
  const { texts } = useRuntime();
  const t = useTexts();
  const { name, currency, network, address, usableAt, isUsable } = destination;
  const facts = [
    nameOf(currencies[currency], currency),
    `…${address.slice(-8)}`,
    ...(isUsable === 1 ? [] : [t('tpl:settings:destinations:usable', { day: dateText(usableAt, texts.language()) })]),
  ];
  return (
    <ListRow
      icon={network === 'sepa' ? 'landmark' : 'wallet'}
      on={isUsable === 1}
      title={name}
      text={facts.join(' · ')}
      end={
        <>
          <IconButton
            icon="pencil"
            label={t('tpl:settings:destinations:rename', { name })}
            onClick={() => onAct('rename')}
          />
          <IconButton
            icon="trash-2"
            label={t('tpl:settings:destinations:remove', { name })}
            onClick={() => onAct('remove')}
          />
        </>
      }
    />
  );
}

function RemoveForm(props: { destination: Saved; onRemoved: () => void; onCancel: () => void }) {
  const { destination, onRemoved, onCancel } = props;
  const { api } = useRuntime();
  const t = useTexts();
  const saving = useSave([]);
  const { id, name } = destination;
  return (
    <FormFrame
      saving={saving}
      submit={{ text: t('tpl:settings:destinations:remove_it'), isDanger: true }}
      after={
        <QuietButton look="bare" onClick={onCancel}>
          {t('tpl:common:back')}
        </QuietButton>
      }
      onSubmit={() =>
        void saving.run(() => api.call(removeDestinationEndpoint, { id })).then((answer) => answer && onRemoved())
      }
    >
      <Note type="warning" live={false} title={t('tpl:settings:destinations:removing', { name })}>
        {t('tpl:settings:destinations:removing_text')}
      </Note>
    </FormFrame>
  );
}
