import { createContext, useContext, useState } from 'react';

/** Whether the account has a password; one that signs in by an e-mailed code has none, and shows that code instead. */
export const HasPassword = createContext(true);

export function useHasPassword(): boolean {
  return useContext(HasPassword);
}

/** The owner's proof: the password where there is one, and a code of the second factor or of an e-mail. */
export function useProof() {
  const hasPassword = useHasPassword();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return {
    password,
    code,
    hasPassword,
    /** The password is still to be typed. */
    isMissing: hasPassword && password === '',
    setPassword,
    setCode,
    /** As the calls send it. */
    values: { ...(hasPassword && { password }), ...(code !== '' && { code }) },
  };
}
