import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTexts } from '../../platform/runtime.ts';
import type { Saving } from '../../platform/use-save.ts';
import { Button } from '../../ui/buttons/button.tsx';
import type { IconName } from '../../ui/icons/icon-names.ts';
import { MissingFault } from '../../ui/fields/text-field.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import text from '../../ui/layout/text.module.css';

export interface FormFrameProps extends Pick<ComponentProps<'form'>, 'id' | 'aria-label'> {
  saving: Pick<Saving<string>, 'isBusy' | 'error'>;
  submit: {
    text: ReactNode;
    icon?: IconName;
    /** Something must be filled in first: a press says what, and goes there. */
    isMissing?: boolean;
    isDanger?: boolean;
    /** For the end of a page that is taller than the form. */
    isLow?: boolean;
  };
  /** It is a part of a page, not the page. */
  isPart?: boolean;
  /** Content after the button: an alternative, or a link back. */
  after?: ReactNode;
  children: ReactNode;
  onSubmit: () => void;
}

/**
 * A form of the account: its fields, the error about the whole, the button. A refusal moves the focus to the first
 * wrong field.
 */
export function FormFrame({ saving, submit, isPart, after, children, onSubmit, ...form }: FormFrameProps) {
  const { isBusy, error } = saving;
  const { ref, fault, ask, look } = useAsking(submit.isMissing, isBusy);
  const [kept, setKept] = useState(error);
  if (kept !== error && (error !== undefined || !isBusy)) setKept(error);
  const button = {
    type: 'submit',
    busy: isBusy,
    disabled: submit.isMissing,
    onClickCapture: ask,
    ...(submit.icon && { icon: submit.icon }),
    ...(submit.isLow && { className: layout.push }),
    children: submit.text,
  } as const;
  return (
    <form
      {...form}
      ref={ref}
      className={isPart ? text.stack : layout.main}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        look();
        onSubmit();
      }}
    >
      <MissingFault value={fault}>{children}</MissingFault>
      {error && <Callout>{error}</Callout>}
      {/* The last error keeps its place: the second press of a double one would meet what moves up. */}
      {!error && kept && (
        <div style={{ visibility: 'hidden' }}>
          <Callout live={false}>{kept}</Callout>
        </div>
      )}
      {submit.isDanger ? <QuietButton {...button} look="danger" /> : <Button {...button} big />}
      {after}
    </form>
  );
}

interface Asking {
  /** Of the form. */
  ref: RefObject<HTMLFormElement | null>;
  /** Said at each field that is still to be filled in; give it as MissingFault. */
  fault: string | undefined;
  /** Hears every press of the button: while it is off, it says what is missing and goes there. */
  ask: () => void;
  /** Goes to the first wrong field, once what is sent has come back. */
  look: () => void;
}

/** What a form does with a press before all is there, and with a refusal. */
export function useAsking(isMissing: boolean | undefined, isBusy: boolean): Asking {
  const t = useTexts();
  const ref = useRef<HTMLFormElement>(null);
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
  return {
    ref,
    fault: isShort ? t('tpl:error:REQUIRED') : undefined,
    ask() {
      if (!isMissing || isBusy) return;
      setAsked(true);
      look();
    },
    look,
  };
}

/** A field with a fault, or the place of a file that is still to come. */
const wrong = '[aria-invalid=true], [data-place=open] button, [data-place=open] input';
/** A code of which more is to come has no fault, which would empty it with the next key. */
const halfTyped = '[autocomplete=one-time-code]';
