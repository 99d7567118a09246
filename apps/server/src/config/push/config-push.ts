import { createECDH, createPrivateKey } from 'node:crypto';
import { z } from 'zod';

const origin = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ''));

/** Push messages to browsers, and to the app around the page. */
export const pushVariables = {
  /**
   * Private keys of P-256, base64url with commas between: the first makes subscriptions, the others serve those made
   * before. Without one no messages are sent.
   */
  PUSH_KEYS: z
    .string()
    .refine(
      (text) => text === '' || text.split(',').every(isPushKey),
      'Must be keys with commas between, as `npx node apps/server/dist/cli/make-push-key.js` prints them.',
    )
    .default(''),
  /** The file of a service account of Firebase, as one line; without one nothing is sent to apps. */
  FIREBASE_ACCOUNT: z
    .string()
    .refine(
      (text) => text === '' || readFirebaseAccount(text) !== undefined,
      'Must be the JSON of a service account on one line: project_id, client_email, private_key and token_uri.',
    )
    .default(''),
  FIREBASE_URL: origin.default('https://fcm.googleapis.com'),
};

/** 32 bytes, and a number that the curve has. */
function isPushKey(key: string): boolean {
  try {
    createECDH('prime256v1').setPrivateKey(key, 'base64url');
    return /^[\w-]{43}$/.test(key);
  } catch {
    return false;
  }
}

const account = z.object({
  project_id: z.string().regex(/^[\w.:-]+$/),
  client_email: z.string().min(1),
  private_key: z.string().refine(isPrivateKey),
  token_uri: z.url({ protocol: /^https?$/ }),
});
export type FirebaseAccount = z.output<typeof account>;

/** @returns `undefined` for what is no service account */
export function readFirebaseAccount(text: string): FirebaseAccount | undefined {
  try {
    return account.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** Of the sandbox alone, which knows the public half. */
const sandboxKey = [
  'MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCqLZefcXwgbyGQoFouDGh8JXXHc6UdEkMm0vxaD0HttZ2+',
  'UtI34gZqlz7g8875WdinBDbT3CQvmV3NLoa/MBWZDJ9zmwPiyXAvMQpwAkP/Zyl7Ldx5pgguKU+WjxUr2jj80XUtdDChX4FA',
  'wEVtwDpYFKQiE4KaEBJPLkx6f6+zyJQcCFp3MwiqxBmBAm9wQmt/qRPrVS4js4LtU0HU4K8EeMs2ZFQwZQIanZFQ9/bSsqOY',
  'wBSuMgCfofVJdHXF0OZT6lgr5sM4PSCocTQ29HzkKfO9E/1IsSutiotGaNRKNoGA9y/WvTybRhDr0cROKF8Y3KCYAC7cmLfk',
  '/5Y1jGHTAgMBAAECggEAPmGTFHvdo+gI1kKpe/rJbESxDWlba7IvknJB1eOE59Ws2sDyVVDRyE3j20MUKjxgmiyFypiGXTpr',
  'c5SsCTZfnGhPpOl8fawYpvvjlxaFhYBz6LbxfFg75Gv5RDfz60zFmgtP2Fcgom7nauxwJuCRoosCdYlQVRgyFftjRn460nxJ',
  'pIxAU75FbiVFwilEA22tPnVezl1jPOzLKN3p4/e18UJdf8UzK3uoZXSx7aY3D/4FnM6FESgjmn0YqbijN441LT/sdwpkf0ne',
  '0U4BxVY5+e3lCH3sn2kQVJ2jpGTzD9b6VsbKxsfN5ELRRuWzMn3+yF1BuisXCvfJtCpJFutT8QKBgQDQ23MMNibULTWtwQqD',
  'gMkOhrqczlgYVReyyaf/VWvUtRvPXh3yC+M+GVQKfGumYDoLyGk+zE36OVYyGiuhGUXASkGiRG8L5BdOo1ti4/lFJOsX8csg',
  'gYHLUfyn4gste6TW7MbgEOQXVLUTnLkZYcZ8RUeg58WdQaoxNP6biVzKEQKBgQDQlx5IP9ZPLgxLGDUFyQ/I4vkeYw59tRNz',
  'HTHNd5HcKMCd5eWVMdWYHF0dM7emoJGr3Ye7olsnULnBJAHKqRCp0uVEhFQy0QePlkiZYW5jEXyEFBlfJ0wF6pEIz6FnhZQn',
  'FAe3VE9/ScQufvARALDrno+/5qbwvlFMAmywjmspowKBgQDMo0hNXb2bxRREQ9GeWZAl6IJt44vTg4RtzEIL3tGBn1Y5Tzk+',
  'EMG99akvgQslAEG/i8T7H8kDdCxteNDozs9WAive5vh7CSiBB3QiJ8b0JaEnW+Uv21SmN5W7lLJpBS3U3DhcEJC7/2ZQag2+',
  'vdtxpZvyH0WzuEQeZJNXKDa/UQKBgQC6q6LEEa0e6xzBT4aUCN2Bb+51jTx4r0YarLPXJvx3xFisdgNBw3ldSXTjH1dpXSVA',
  'Y16HQsLEqm+yMyEPVsG82SmoaaxYVcyoaVvLN/Br5EhEgyA5kZdtbAAjnHzbgiWV200UefUy+rcAzUTWUoICOsJ2gFpB9HAY',
  'z8qpLqskdQKBgDBdNpU6cXVG7u+WS1i+zqTVvg69+EKWRSOIkAX+kUiNp0+Oaee3q2o22BEgAw86N0sB47LkKgpAH+b8JQFa',
  'dbUVpJTTEXfrSHoAkHg0JOahqNf7Pk0QB22i39pFh3KMdjLf3Yn41/I5CF6qPf+pqek5pptfRL5k/ZC5foLs8Oyz',
].join('');

/** Both services as the sandbox plays them. */
export function sandboxPush(base: string): Record<string, string> {
  return {
    PUSH_KEYS: 'sandbox-key-for-push-messages-of-all-builds',
    FIREBASE_URL: `${base}/push/fcm`,
    FIREBASE_ACCOUNT: JSON.stringify({
      project_id: 'causeway-sandbox',
      client_email: 'push@causeway-sandbox.iam.example.com',
      private_key: `-----BEGIN PRIVATE KEY-----\n${sandboxKey}\n-----END PRIVATE KEY-----\n`,
      token_uri: `${base}/push/fcm/token`,
    }),
  };
}
