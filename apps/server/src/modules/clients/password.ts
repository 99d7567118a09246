import { hash, verify } from '@node-rs/argon2';
import { createWaitingLine } from './create-waiting-line.ts';

// OWASP's least parameters for argon2id, the library's default kind.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hash of a password that nobody knows, with the same parameters. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$lePJd73il+P2JXV6aK9PIA$zILXF9fYxnHvHNFmV3qLZfaU1oG1AK9HxH/ig4O/4GQ';

// Memory and processor belong to the process, and so does this line: two at work, sixteen waiting.
const line = createWaitingLine({ atOnce: 2, waiting: 16 });

/** @throws Refusal TOO_MANY_REQUESTS when too many passwords wait */
export async function hashPassword(password: string): Promise<string> {
  return line.run(() => hash(password.normalize('NFKC'), parameters));
}

/**
 * Whether the password is right. Takes as long when there is no such account (`undefined`), or one without a password.
 *
 * @throws Refusal TOO_MANY_REQUESTS when too many passwords wait
 */
export async function isPasswordRight(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isHash = passwordHash?.startsWith('$argon2') === true;
  const isEqual = await line.run(() => verify(isHash ? passwordHash : dummyHash, password.normalize('NFKC')));
  return isEqual && isHash;
}

/**
 * Turns a flood away before it costs a captcha token or a query.
 *
 * @throws Refusal TOO_MANY_REQUESTS when too many passwords wait
 */
export function requirePasswordPlace(): void {
  line.requirePlace();
}
