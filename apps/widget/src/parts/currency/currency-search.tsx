import type { KeyboardEvent, RefObject } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import field from '../../ui/fields/text-field.module.css';
import type { PickerTexts } from './picker-texts.ts';

export interface CurrencySearchProps {
  input: RefObject<HTMLInputElement | null>;
  /** The ids of the list it owns, and of the option that the arrow keys have reached. */
  list: string;
  active: string | undefined;
  texts: PickerTexts;
  query: string;
  onQuery: (query: string) => void;
  onKey: (event: KeyboardEvent) => void;
}

export function CurrencySearch({ input, list, active, texts, query, onQuery, onKey }: CurrencySearchProps) {
  return (
    <div className={field.input} data-edge="">
      <Icon name="search" />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={texts.searchLabel}
        aria-expanded
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active}
        placeholder={texts.searchPlaceholder}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      {query && (
        <IconButton
          icon="x"
          label={texts.searchClear}
          onClick={() => {
            onQuery('');
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}
