import {
  DecryptCommand,
  EncryptCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  KMSClient,
} from '@aws-sdk/client-kms';
import { refuseWithinTransaction } from '../../database/open-pool.ts';
import { NotOpened, type KeyVault } from './port.ts';

export interface KmsSettings {
  /** ARNs of master keys: the first closes, and each opens what it closed. */
  keys: readonly string[];
  /** Address of the service; that of Amazon without one. */
  endpoint: string | undefined;
  /** Without them the SDK finds those of the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** For how long one try waits for an answer; 5 s without it. */
  timeoutMs?: number;
}

const mark = 'kms';
/** Bound into what is closed: a grant of the key for another use opens nothing of ours. */
const context = { use: 'causeway client keys' };

export const isClosedByKms = (wrapped: string): boolean => wrapped.startsWith(`${mark}.`);

/**
 * Master keys that never leave Amazon's key service, or one that speaks its protocol. The text names the key that
 * closed it, and only a key of the settings opens: who may write to the database cannot bring a key of their own.
 */
export function createKmsVault(settings: KmsSettings): KeyVault {
  const { keys, endpoint, credentials, timeoutMs = 5_000 } = settings;
  const clients = new Map<string, KMSClient>();
  const clientOf = (key: string): KMSClient => {
    const region = key.split(':')[3] ?? '';
    const client = clients.get(region) ?? connect(region);
    clients.set(region, client);
    return client;
  };
  const connect = (region: string) =>
    new KMSClient({
      region,
      ...(credentials !== undefined && { credentials }),
      ...(endpoint !== undefined && { endpoint }),
      maxAttempts: 2,
      requestHandler: {
        connectionTimeout: timeoutMs,
        requestTimeout: timeoutMs,
        // Without it a time limit that is over is a line of the log, and the caller waits on.
        throwOnRequestTimeout: true,
        socketTimeout: timeoutMs,
      },
    });
  return {
    async wrap(key) {
      refuseWithinTransaction('key service');
      const [current = ''] = keys;
      const { CiphertextBlob } = await clientOf(current).send(
        new EncryptCommand({ KeyId: current, Plaintext: key, EncryptionContext: context }),
      );
      if (CiphertextBlob === undefined) throw new Error('The key service closed nothing.');
      return [mark, Buffer.from(current).toString('base64url'), Buffer.from(CiphertextBlob).toString('base64url')].join(
        '.',
      );
    },
    async unwrap(wrapped) {
      refuseWithinTransaction('key service');
      const key = keyOf(wrapped);
      if (!keys.includes(key)) throw new NotOpened(`The settings name no key ${key} of the key service.`);
      const { Plaintext } = await clientOf(key)
        .send(
          new DecryptCommand({
            KeyId: key,
            CiphertextBlob: Buffer.from(wrapped.split('.')[2] ?? '', 'base64url'),
            EncryptionContext: context,
          }),
        )
        .catch((error: unknown) => {
          const isChanged = error instanceof InvalidCiphertextException || error instanceof IncorrectKeyException;
          throw isChanged ? new NotOpened('A wrapped key was changed.', { cause: error }) : error;
        });
      if (Plaintext?.length !== 32) throw new Error('The key service opened something that is no key of 32 bytes.');
      return Plaintext;
    },
    isCurrent: async (wrapped) => isClosedByKms(wrapped) && keyOf(wrapped) === keys[0],
  };
}

function keyOf(wrapped: string): string {
  return Buffer.from(wrapped.split('.')[1] ?? '', 'base64url').toString();
}
