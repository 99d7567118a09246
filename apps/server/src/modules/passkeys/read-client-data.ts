import { z } from 'zod';

const clientData = z.object({ challenge: z.string().max(200), topOrigin: z.string().max(300).optional() });

/** What the browser says that a passkey signed for; only as good as the signature over it. */
export function readClientData(clientDataJSON: string): z.output<typeof clientData> | undefined {
  try {
    return clientData.safeParse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}
