import type { BootData } from '@causeway/contract/boot/boot-data';
import { createContext, useContext, useState } from 'react';

/**
 * Whether the account has a password; one that signs in by an e-mailed code has none, and shows that code instead.
 * Undefined until the account is read.
 */
export const HasPassword = createContext<boolean | undefined>(undefined);

export function useHasPassword(): boolean | undefined {
  return useContext(HasPassword);
}

export function hasPasswordOf({ isAuthorized, isPasswordSet }: BootData['client']): boolean | undefined {
  return isAuthorized === 1 ? isPasswordSet === 1 : undefined;
}

/** The owner's proof: the password where there is one, and a code of the second factor or of an e-mail. */
export function useProof() {
  const hasPassword = useHasPassword();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return {
    password,
    code,
    /** The password is still to be typed. */
    isMissing: hasPassword !== false && password === '',
    setPassword,
    setCode,
    /** As the calls send it. */
    values: { ...(hasPassword && { password }), ...(code !== '' && { code }) },
  };
}
