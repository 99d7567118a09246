import { startTransition, useEffect, useId, useMemo, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import text from '../../ui/layout/text.module.css';
import styles from './currency-list.module.css';
import { CurrencyOption } from './currency-option.tsx';
import { CurrencySearch } from './currency-search.tsx';
import type { PickerCurrency } from './picker-data.ts';
import type { PickerTexts } from './picker-texts.ts';
import { PopularTiles } from './popular-tiles.tsx';
import { isChoosable, searchCurrencies } from './search-currencies.ts';
import type { CurrencyMatch } from './search-currencies.ts';

export interface CurrencyListProps {
  currencies: readonly PickerCurrency[];
  chosen: string | undefined;
  texts: PickerTexts;
  search: RefObject<HTMLInputElement | null>;
  query: string;
  onQuery: (query: string) => void;
  onChoose: (match: CurrencyMatch) => void;
}

// What a phone shows below the tiles; the rest follows in a transition, so that opening stays quick.
const firstRows = 10;

function useRowLimit(): number {
  const [limit, setLimit] = useState(firstRows);
  useEffect(() => startTransition(() => setLimit(Number.POSITIVE_INFINITY)), []);
  return limit;
}

/** What cannot be had now comes last, once it is asked for; `folded` is how many those are. */
function useFolded(found: readonly CurrencyMatch[], isFolding: boolean) {
  const [isUnfolded, setUnfolded] = useState(false);
  const [open, rest] = useMemo(() => {
    const isOpen = ({ currency }: CurrencyMatch) => !isFolding || isChoosable(currency);
    return [found.filter(isOpen), found.filter((match) => !isOpen(match))];
  }, [found, isFolding]);
  const matches = isUnfolded ? [...open, ...rest] : open;
  return { matches, folded: rest.length, isUnfolded, toggle: () => setUnfolded(!isUnfolded) };
}

const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * A search field that owns the list below it: the focus stays in the field, arrow keys walk the options, Enter chooses.
 */
export function CurrencyList({ currencies, chosen, texts, search, query, onQuery, onChoose }: CurrencyListProps) {
  const id = useId();
  const limit = useRowLimit();
  const [active, setActive] = useState(-1);
  const searching = query.trim() !== '';
  const found = useMemo(() => searchCurrencies(currencies, query), [currencies, query]);
  const { matches, folded, isUnfolded, toggle } = useFolded(found, !searching);

  function type(next: string): void {
    setActive(next.trim() === '' ? -1 : 0);
    onQuery(next);
  }
  function onKey(event: KeyboardEvent): void {
    const move = moves[event.key];
    const match = matches[active];
    if (move !== undefined && matches.length > 0) {
      event.preventDefault();
      const next = (Math.max(active, move < 0 ? 0 : -1) + move + matches.length) % matches.length;
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && match) {
      event.preventDefault();
      onChoose(match);
    }
  }
  return (
    <>
      <CurrencySearch
        input={search}
        list={id}
        active={matches[active] ? `${id}-${active}` : undefined}
        texts={texts}
        query={query}
        onQuery={type}
        onKey={onKey}
      />
      {!searching && <PopularTiles currencies={currencies} chosen={chosen} title={texts.popular} onChoose={onChoose} />}
      <p className={text.eyebrow} role="status">
        {searching ? texts.matches(matches.length) : texts.all}
      </p>
      <ul className={styles.list} id={id} role="listbox" aria-label={texts.listLabel}>
        {matches.slice(0, limit).map((match, index) => (
          <CurrencyOption
            key={match.currency.code}
            id={`${id}-${index}`}
            match={match}
            query={query}
            active={index === active}
            chosen={match.currency.code === chosen}
            balanceText={texts.balance}
            onChoose={() => onChoose(match)}
          />
        ))}
      </ul>
      {folded > 0 && (
        <LinkButton aria-expanded={isUnfolded} onClick={toggle}>
          {texts.more(folded)}
        </LinkButton>
      )}
      {searching && matches.length > 0 && (
        <div className={styles.hint}>
          <p>{texts.hintTitle}</p>
          <p>{texts.hintText}</p>
        </div>
      )}
      {matches.length === 0 && <EmptyState title={texts.emptyTitle(query.trim())}>{texts.emptyText}</EmptyState>}
    </>
  );
}
