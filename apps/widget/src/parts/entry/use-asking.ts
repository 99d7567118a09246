import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { ButtonProps } from '../../ui/buttons/button.tsx';

interface Asking<Form extends HTMLElement> {
  /** Of the form, or of what stands for it inside another. */
  ref: RefObject<Form | null>;
  /** Said at each field that is still to be filled in; give it as MissingFault. */
  fault: string | undefined;
  /** What the form's button takes: while it is off, a press says what is missing and goes there. */
  button: Pick<ButtonProps, 'busy' | 'disabled' | 'onClickCapture'>;
  /** The same for what is sent without a press, such as a code whose last digit was typed. */
  ask: () => void;
  /** Goes to the first wrong field, once what is sent has come back. */
  look: () => void;
}

/**
 * What a form does with a press before all is there, and with a refusal.
 *
 * @param text what is said at a field that is still to be filled in
 */
export function useAsking<Form extends HTMLElement = HTMLFormElement>(
  isMissing: boolean | undefined,
  isBusy: boolean,
  text: string,
): Asking<Form> {
  const ref = useRef<Form>(null);
  const [isAsked, setAsked] = useState(false);
  const [tries, setTries] = useState(0);
  const isShort = isAsked && isMissing === true;
  const goThere = useEffectEvent(() => {
    const at = (found: string) => ref.current?.querySelector<HTMLElement>(found);
    (at(wrong) ?? (isShort ? at(halfTyped) : null))?.focus();
  });
  useEffect(() => {
    if (tries > 0 && !isBusy) goThere();
  }, [tries, isBusy]);
  const look = () => setTries((count) => count + 1);
  const ask = () => {
    if (!isMissing || isBusy) return;
    setAsked(true);
    look();
  };
  return {
    ref,
    fault: isShort ? text : undefined,
    button: {
      busy: isBusy,
      disabled: isMissing,
      onClickCapture: ask,
    },
    ask,
    look,
  };
}

/** A field with a fault, or the place of a file that is still to come. */
const wrong = '[aria-invalid=true], [data-place=open] button, [data-place=open] input';
/** A code of which more is to come has no fault, which would empty it with the next key. */
const halfTyped = '[autocomplete=one-time-code]';
