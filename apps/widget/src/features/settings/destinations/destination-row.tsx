import type { AnswerOf } from '@causeway/contract/define-call';
import type { listDestinations } from '@causeway/contract/calls/list-destinations';
import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { nameOf } from '../../../lib/format/show-amount.ts';
import { dateText } from '../../../lib/format/moment-text.ts';
import { ListRow } from '../../../ui/layout/list-row.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { useSave } from '../../../platform/use-save.ts';
import { FormFrame } from '../../../parts/page/form-frame.tsx';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import { removeDestinationEndpoint } from '@causeway/contract/endpoints/remove-destination.generated';
import { Callout } from '../../../ui/feedback/callout.tsx';

type Saved = AnswerOf<typeof listDestinations>['destinations'][number];
export type Currencies = Readonly<Record<string, CurrencyConfigEntry>>;
export type Act = { kind: 'rename' | 'remove'; id: string } | { kind: 'add' };

interface RowProps {
  destination: Saved;
  currencies: Currencies;
  onAct: (kind: 'rename' | 'remove') => void;
}

export function Row({ destination, currencies, onAct }: RowProps) {
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

export function RemoveForm(props: { destination: Saved; onRemoved: () => void; onCancel: () => void }) {
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
      <Callout type="warning" live={false} title={t('tpl:settings:destinations:removing', { name })}>
        {t('tpl:settings:destinations:removing_text')}
      </Callout>
    </FormFrame>
  );
}
