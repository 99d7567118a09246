import { useState } from 'react';

/** The owner's proof: the password, and a code where there is a second factor. */
export function useProof() {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return {
    password,
    code,
    setPassword,
    setCode,
    /** As the calls send it. */
    values: { password, ...(code !== '' && { code }) },
  };
}
