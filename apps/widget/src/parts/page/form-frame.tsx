import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import type { Saving } from '../../platform/use-save.ts';
import { Button } from '../../ui/buttons/button.tsx';
import type { IconName } from '../../ui/icons/icon-names.ts';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import text from '../../ui/layout/text.module.css';

export interface FormFrameProps extends Pick<ComponentProps<'form'>, 'id' | 'aria-label'> {
  saving: Pick<Saving<string>, 'isBusy' | 'error'>;
  submit: {
    text: ReactNode;
    icon?: IconName;
    /** Something must be filled in first. */
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
  const ref = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  const { isBusy, error } = saving;
  const [kept, setKept] = useState(error);
  if (kept !== error && (error !== undefined || !isBusy)) setKept(error);
  useEffect(() => {
    if (tries > 0 && !isBusy) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [tries, isBusy]);
  const button = {
    type: 'submit',
    busy: isBusy,
    disabled: submit.isMissing,
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
        setTries(tries + 1);
        onSubmit();
      }}
    >
      {children}
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
