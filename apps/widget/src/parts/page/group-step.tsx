import { useEffect, useRef, useState } from 'react';
import type { ComponentType, KeyboardEvent } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { OptionList } from '../../ui/layout/option-list.tsx';
import { Pill } from '../../ui/feedback/pill.tsx';
import { CurrencyBadge } from '../currency/currency-badge.tsx';
import styles from './group-step.module.css';
import { NetworkChip } from '../currency/network-chip.tsx';
import type { PickerCurrency, PickerGroup } from '../currency/picker-data.ts';
import type { PickerTexts } from '../currency/picker-texts.ts';

/** What the callout on the second step is about. */
export interface GroupCalloutProps {
  currency: PickerCurrency;
  group: PickerGroup;
}

export interface GroupStepProps {
  currency: PickerCurrency;
  chosen: string | undefined;
  texts: PickerTexts;
  /** Between the options and the button: limits, a warning about networks. */
  callout?: ComponentType<GroupCalloutProps> | undefined;
  onConfirm: (group: PickerGroup) => void;
}

function Title({ group }: { group: PickerGroup }) {
  return (
    <>
      {group.title} {group.token && <Pill className={styles.token}>{group.token}</Pill>}
    </>
  );
}

/** The second step: the network of a crypto currency, or the payment method of a fiat one. */
export function GroupStep({ currency, chosen, texts, callout: Callout, onConfirm }: GroupStepProps) {
  const open = currency.groups.filter((entry) => !entry.isPaused);
  const [picked, setPicked] = useState(chosen);
  const [isUnfolded, setUnfolded] = useState(false);
  const folded = open.length === 0 ? 0 : currency.groups.length - open.length;
  const shown =
    folded === 0
      ? currency.groups
      : isUnfolded
        ? [...open, ...currency.groups.filter(({ isPaused }) => isPaused)]
        : open;
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => step.current?.querySelector<HTMLElement>(':checked')?.focus(), []);
  const group = open.find((entry) => entry.id === picked) ?? open[0];
  // As in a form: Enter on a choice is the button below.
  const confirmByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || !group) return;
    event.preventDefault();
    onConfirm(group);
  };
  const options = shown.map((entry) => ({
    value: entry.id,
    title: <Title group={entry} />,
    text: entry.detail,
    icon: entry.icon,
    disabled: entry.isPaused === true,
    lead: (
      <CurrencyBadge currency={currency}>
        {entry.color && <NetworkChip name={entry.title} color={entry.color} />}
      </CurrencyBadge>
    ),
  }));
  return (
    <div className={styles.step} ref={step} onKeyDown={confirmByEnter}>
      {texts.groupLead && currency.isCrypto && (
        <div className={styles.lead}>
          <CurrencyBadge currency={currency} size={40} />
          <div>
            <p className={styles.name}>{currency.fullName}</p>
            <p className={styles.about}>{texts.groupLead(currency.code)}</p>
          </div>
        </div>
      )}
      <OptionList
        label={texts.groupLabel(currency.isCrypto)}
        name="picker-group"
        value={group?.id}
        options={options}
        onChange={setPicked}
      />
      {folded > 0 && (
        <LinkButton aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {texts.more(folded)}
        </LinkButton>
      )}
      {group && Callout && <Callout currency={currency} group={group} />}
      {group && (
        <Button big onClick={() => onConfirm(group)}>
          {texts.confirm(currency, group)}
        </Button>
      )}
    </div>
  );
}
