import { type ReactNode, useState } from 'react';
import { FormFrame } from '../page/form-frame.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { type SaveAnswer, useSave } from '../../platform/use-save.ts';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';

export interface RenameFormProps<Answer extends SaveAnswer> {
  /** The name so far. */
  name: string;
  label: ReactNode;
  submit: string;
  rename: (name: string) => Promise<Answer>;
  onRenamed: () => void;
  onCancel: () => void;
}

/** Gives something that the client has kept another name. */
export function RenameForm<Answer extends SaveAnswer>(props: RenameFormProps<Answer>) {
  const { label, submit, rename, onRenamed, onCancel } = props;
  const t = useTexts();
  const [typed, setTyped] = useState(props.name);
  const saving = useSave(['name']);
  const name = typed.trim();
  return (
    <FormFrame
      saving={saving}
      submit={{ text: submit, isMissing: name === '' }}
      after={
        <QuietButton look="bare" onClick={onCancel}>
          {t('tpl:common:back')}
        </QuietButton>
      }
      onSubmit={() => void saving.run(() => rename(name)).then((answer) => answer && onRenamed())}
    >
      <TextField
        label={label}
        autoComplete="off"
        autoFocus
        maxLength={60}
        value={typed}
        onChange={setTyped}
        missing={name === ''}
        error={saving.errors.name}
      />
    </FormFrame>
  );
}
