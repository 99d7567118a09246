import { ProofFields, type ProofFieldsProps } from '../../features/settings/proof-fields.tsx';
import { useProof } from '../../features/settings/use-proof.ts';
import { PhoneScreen } from '../../features/verification/phone-screen.tsx';
import { useAccount } from '../app-parts.ts';

/** The phone number; replacing a confirmed one needs the password, and the second factor where there is one. */
export function PhonePage({ onVerified }: { onVerified: () => void }) {
  const { client } = useAccount();
  const proof = useProof();
  return (
    <PhoneScreen
      proof={{
        values: proof.values,
        fields: (saving) => proofFields(proof, saving, client.email),
        // A code of the second factor is valid once.
        onSent: () => proof.setCode(''),
      }}
      onVerified={onVerified}
    />
  );
}

function proofFields(proof: ReturnType<typeof useProof>, saving: ProofFieldsProps['saving'], email: string) {
  return <ProofFields proof={proof} saving={saving} email={email} />;
}
