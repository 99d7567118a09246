import { getWithdrawalConfigEndpoint } from '@causeway/contract/endpoints/get-withdrawal-config.generated';
import { listDestinationsEndpoint } from '@causeway/contract/endpoints/list-destinations.generated';
import { renameDestinationEndpoint } from '@causeway/contract/endpoints/rename-destination.generated';
import { useState } from 'react';
import { openTargets } from '../../../parts/destination/targets.ts';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { useLoaded } from '../../../platform/use-loaded.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LoadingBody } from '../loading-body.tsx';
import { RenameForm } from '../../../parts/entry/rename-form.tsx';
import { DestinationWait } from './destination-wait.tsx';
import { KeepDestinationForm } from './keep-destination-form.tsx';
import { type Currencies, type Act, Row, RemoveForm } from './destination-row.tsx';

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
