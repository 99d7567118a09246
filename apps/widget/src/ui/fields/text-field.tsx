import { createContext, useContext, useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { FieldError } from './field-error.tsx';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons/icon-names.ts';
import type { Mask } from './mask.ts';
import styles from './text-field.module.css';
import { useMask } from './use-mask.ts';

/** What a form says at each field that is still to be filled in, once its button was pressed before. */
export const MissingFault = createContext<ReactNode>(undefined);

type InputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'>;

export interface TextFieldProps extends InputProps {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  /** End of the label row: a short hint or one link. */
  hint?: ReactNode;
  /** Under the field; an error takes its place. */
  help?: ReactNode;
  error?: ReactNode;
  /** It is still to be filled in: its form says so when its button is pressed. */
  missing?: boolean;
  icon?: IconName;
  /** A button inside the field, at its end. */
  action?: ReactNode;
  /** A green tick: what is written was checked and is right. */
  ok?: boolean;
  /** Groups what is typed; onChange gets the text without the grouping. */
  mask?: Mask;
}

export function TextField(props: TextFieldProps) {
  const { label, value, onChange, hint, help, error: given, missing, icon, action, ok, mask, id, ...rest } = props;
  const fault = useContext(MissingFault);
  const error = given || (missing && fault);
  const own = useId();
  const input = id ?? own;
  const masked = useMask(value, onChange, mask);
  const description = error ? `${input}-error` : help ? `${input}-help` : undefined;
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label htmlFor={input}>{label}</label>
        {hint && <small>{hint}</small>}
      </div>
      <div className={styles.input} data-edge="" data-state={error ? 'error' : undefined}>
        {icon && <Icon name={icon} />}
        <input
          type="text"
          {...rest}
          id={input}
          ref={masked.ref}
          value={masked.text}
          onChange={masked.change}
          aria-invalid={error ? true : undefined}
          aria-describedby={description}
        />
        {ok && !error && <Icon name="circle-check" className={styles.ok} />}
        {action}
      </div>
      {error ? (
        <FieldError id={`${input}-error`}>{error}</FieldError>
      ) : (
        help && (
          <p className={styles.help} id={`${input}-help`}>
            {help}
          </p>
        )
      )}
    </div>
  );
}
