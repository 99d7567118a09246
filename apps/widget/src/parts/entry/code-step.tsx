import { useEffect, type ReactNode, type RefObject } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { codeLength } from '../../ui/fields/code-input-rules.ts';
import layout from '../../ui/layout/layout.module.css';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import text from '../../ui/layout/text.module.css';
import { useAsking } from './use-asking.ts';

export interface CodeStepTexts {
  title: ReactNode;
  lead: ReactNode;
  /** The accessible name of the boxes. */
  label: string;
  confirm: string;
  noCode: string;
  again: string;
  /** 'Send again in 0:42', while another code may not be requested yet. */
  againIn: string | undefined;
  neverAsk: string;
  /** Said at the boxes when a press comes before the code. */
  missing: string;
}

export interface CodeStepProps {
  summary?: ReactNode;
  texts: CodeStepTexts;
  code: string;
  isBusy: boolean;
  /** What is wrong with the code. */
  error: string | undefined;
  /** What else went wrong: the code may be right. */
  failure?: string | undefined;
  /** Required besides the code, and shown below it. */
  besides?: ReactNode;
  /** Content between the button and the last callout. */
  children?: ReactNode;
  onType: (code: string) => void;
  onSubmit: (code: string) => void;
  onAgain: () => void;
}

/** A code that was sent: six boxes, the button, and another code after a while. */
export function CodeStep({
  summary,
  texts,
  code,
  isBusy,
  error,
  failure,
  besides,
  children,
  onType,
  onSubmit,
  onAgain,
}: CodeStepProps) {
  const { ref: form, fault, button } = useAsking(code.length < codeLength, isBusy, texts.missing);
  useCodeFocus(form, texts.againIn !== undefined);
  return (
    <form
      ref={form}
      className={layout.main}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(code);
      }}
    >
      {summary}
      <div className={classNames(text.stackS, text.opening)}>
        <h2 className={text.title}>{texts.title}</h2>
        {/* The address may come after the screen. */}
        <p className={classNames(text.lead, text.twoLines)}>{texts.lead}</p>
      </div>
      <CodeField
        label={texts.label}
        value={code}
        onChange={onType}
        onComplete={onSubmit}
        busy={isBusy}
        error={error ?? (code === '' ? fault : undefined)}
        autoFocus
      />
      {failure !== undefined && <Callout>{failure}</Callout>}
      {besides}
      <div className={classNames(layout.row, text.s, text.line)}>
        <span className={text.quiet}>{texts.noCode}</span>
        {texts.againIn === undefined ? (
          <LinkButton onClick={onAgain} disabled={isBusy}>
            {texts.again}
          </LinkButton>
        ) : (
          <span className={text.label}>{texts.againIn}</span>
        )}
      </div>
      <Button big type="submit" {...button}>
        {texts.confirm}
      </Button>
      {children}
      <Callout type="plain" icon="lock" live={false} className={layout.push ?? ''}>
        {texts.neverAsk}
      </Callout>
    </form>
  );
}

/** Another code was requested and sent: the link is hidden, and the focus moves to the code. */
function useCodeFocus(form: RefObject<HTMLFormElement | null>, isSent: boolean): void {
  useEffect(() => {
    if (isSent && document.activeElement === document.body) form.current?.querySelector('input')?.focus();
  }, [form, isSent]);
}
