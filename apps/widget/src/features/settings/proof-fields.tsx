import type { Saving } from '../../platform/use-save.ts';
import { useTexts } from '../../platform/runtime.ts';
import { PresentPasswordField } from './present-password-field.tsx';
import { SecondCodeField } from './second-code-field.tsx';
import type { useProof } from './use-proof.ts';

export interface ProofFieldsProps {
  proof: ReturnType<typeof useProof>;
  saving: Pick<Saving<'password' | 'code'>, 'errors' | 'clear'>;
  email: string;
  autoFocus?: boolean;
}

/** The password once more, and the second factor where the server asks for it. */
export function ProofFields({ proof, saving, email, autoFocus }: ProofFieldsProps) {
  const t = useTexts();
  return (
    <>
      <PresentPasswordField
        label={t('tpl:auth:password')}
        email={email}
        autoFocus={autoFocus}
        value={proof.password}
        onChange={(value) => {
          saving.clear();
          proof.setPassword(value);
        }}
        error={saving.errors.password}
      />
      <SecondCodeField value={proof.code} onChange={proof.setCode} error={saving.errors.code} />
    </>
  );
}
