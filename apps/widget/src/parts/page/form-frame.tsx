import { useState, type ComponentProps, type ReactNode } from 'react';
import type { Saving } from '../../platform/use-save.ts';
import { Button } from '../../ui/buttons/button.tsx';
import type { IconName } from '../../ui/icons/icon-names.ts';
import { MissingFault } from '../../ui/fields/text-field.tsx';
import { useTexts } from '../../platform/runtime.ts';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import text from '../../ui/layout/text.module.css';
import { useAsking } from '../entry/use-asking.ts';

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
  const t = useTexts();
  const { ref, fault, look, ...asking } = useAsking(submit.isMissing, isBusy, t('tpl:error:REQUIRED'));
  const [kept, setKept] = useState(error);
  if (kept !== error && (error !== undefined || !isBusy)) setKept(error);
  const button = {
    type: 'submit',
    ...asking.button,
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
