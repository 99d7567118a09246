import { z } from 'zod';
import { line, unixSeconds, flag } from '../fields/fields.ts';
import { jsonText } from '../fields/json-text.ts';

const base64url = z
  .string()
  .regex(/^[\w-]*$/, 'Must be base64url.')
  .max(16_000);
const extensions = z.record(z.string(), z.unknown()).default({});
const attachment = z.enum(['platform', 'cross-platform']).optional();

/** What the browser answers when a passkey signs, as JSON text (WebAuthn level 3, `AuthenticationResponseJSON`). */
export const passkeyAssertion = jsonText(
  z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    authenticatorAttachment: attachment,
    clientExtensionResults: extensions,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.optional(),
    }),
  }),
);

/** What the browser answers when a passkey is made, as JSON text (WebAuthn level 3, `RegistrationResponseJSON`). */
export const passkeyRegistration = jsonText(
  z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    authenticatorAttachment: attachment,
    clientExtensionResults: extensions,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(line(20)).max(10).default([]),
    }),
  }),
);

const ids = { id: 'AA', rawId: 'AA', type: 'public-key' };
export const passkeyExample = JSON.stringify({
  ...ids,
  response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
});
export const newPasskeyExample = JSON.stringify({
  ...ids,
  response: { clientDataJSON: 'AA', attestationObject: 'AA' },
});

export type PasskeyAssertion = z.output<typeof passkeyAssertion>;
export type PasskeyRegistration = z.output<typeof passkeyRegistration>;

/** What a passkey is called. */
export const passkeyName = line(60);

/** A passkey as its owner sees it. */
export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: unixSeconds,
  /** 0 if it was never used. */
  lastUsedAt: unixSeconds,
  /** Its provider synchronises it to the owner's other devices. */
  isSynced: flag,
});
