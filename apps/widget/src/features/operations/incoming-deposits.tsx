import { listOperationsEndpoint } from '@causeway/contract/endpoints/list-operations.generated';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPoll } from '../../lib/polling/poll.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import text from '../../ui/layout/text.module.css';
import { type Operation, type OperationLinks, OperationTable, withCurrency } from './operation-row.tsx';

/** Milliseconds between two looks, as of the balance (7-26). */
const every = 10_000;
const length = '10';

interface IncomingDepositsProps {
  currency: string;
  links: OperationLinks;
  /** Something has come, or has reached the balance. */
  onChange: () => void;
}

/** Deposits of a currency that are on their way, and those that reached the balance while the page was open. */
export function IncomingDeposits({ currency, links, onChange }: IncomingDepositsProps) {
  const t = useTexts();
  const rows = useDeposits().filter((row) => row.currency === currency);
  const state = rows.map(({ status, deposit }) => `${status}${deposit?.isBelowMinimum ?? ''}`).join(' ');
  const [known, setKnown] = useState(state);
  useEffect(() => {
    if (known === state) return;
    setKnown(state);
    onChange();
  }, [known, state, onChange]);
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className={text.eyebrow}>{t('tpl:deposit:incoming')}</h2>
      <div aria-live="polite">
        <OperationTable rows={rows.map((row) => ({ ...row, place: keyOf(row) }))} links={links} />
      </div>
    </section>
  );
}

function keyOf({ txLink, amount, createdAt }: Operation): string {
  return txLink === '' ? `${createdAt} ${amount}` : `${txLink} ${amount}`;
}

function useDeposits(): readonly Operation[] {
  const { api, network } = useRuntime();
  const [poll] = useState(() => {
    let before: ReadonlySet<string> | undefined;
    return createPoll<readonly Operation[]>({
      call: async (signal) => {
        const data = withCurrency(await api.call(listOperationsEndpoint, { type: 'deposit', length }, { signal }));
        // What was on the balance when the page opened is no news.
        before ??= new Set(data.filter(({ deposit }) => deposit === null).map(keyOf));
        const old = before;
        return data.filter((row) => !old.has(keyOf(row)));
      },
      every,
      network,
    });
  });
  return useSyncExternalStore(poll.subscribe, poll.state, poll.state).data ?? [];
}
