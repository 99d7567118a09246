import { useLayoutEffect, useRef } from 'react';
import type { ChangeEvent, RefObject } from 'react';
import { caretFromEnd } from './mask.ts';
import type { Mask } from './mask.ts';

export interface MaskedInput {
  ref: RefObject<HTMLInputElement | null>;
  text: string;
  change: (event: ChangeEvent<HTMLInputElement>) => void;
}

/**
 * Groups a text while it is typed. The caret is placed by the characters after it, so that an inserted gap or a
 * deletion at one does not move it.
 */
export function useMask(value: string, onChange: (value: string) => void, mask: Mask | undefined): MaskedInput {
  const ref = useRef<HTMLInputElement>(null);
  const after = useRef<number>(undefined);
  const text = mask ? mask.format(value) : value;
  useLayoutEffect(() => {
    if (after.current === undefined || !ref.current) return;
    const caret = caretFromEnd(ref.current.value, after.current);
    after.current = undefined;
    ref.current.setSelectionRange(caret, caret);
  });
  function change(event: ChangeEvent<HTMLInputElement>): void {
    const { value: typed, selectionEnd } = event.currentTarget;
    if (!mask) {
      onChange(typed);
      return;
    }
    after.current = mask.clean(typed.slice(selectionEnd ?? typed.length)).length;
    onChange(mask.clean(typed));
  }
  return { ref, text, change };
}
