import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { createFileVault } from './file-vault.ts';
import { createKmsVault, isClosedByKms } from './kms-vault.ts';
import type { KeyVault } from './port.ts';

type Settings = Pick<
  Config,
  | 'DATA_DIR'
  | 'DOCUMENT_KEYS'
  | 'DOCUMENT_KEY_FILE'
  | 'KMS_ACCESS_KEY_ID'
  | 'KMS_ENDPOINT'
  | 'KMS_KEY'
  | 'KMS_PREVIOUS_KEYS'
  | 'KMS_SECRET_KEY'
>;

/** The vault that the configuration names closes; the other one opens what it closed before, where it is configured. */
export function createKeyVault(config: Settings): KeyVault {
  const file = createFileVault(config.DOCUMENT_KEY_FILE ?? join(config.DATA_DIR, 'document-key'));
  const kms = createKmsVault({
    keys: [config.KMS_KEY, ...config.KMS_PREVIOUS_KEYS].filter((key) => key !== ''),
    endpoint: config.KMS_ENDPOINT,
    credentials:
      config.KMS_ACCESS_KEY_ID === ''
        ? undefined
        : { accessKeyId: config.KMS_ACCESS_KEY_ID, secretAccessKey: config.KMS_SECRET_KEY },
  });
  const chosen = config.DOCUMENT_KEYS === 'kms' ? kms : file;
  return {
    wrap: (key) => chosen.wrap(key),
    unwrap: (wrapped) => (isClosedByKms(wrapped) ? kms : file).unwrap(wrapped),
    isCurrent: (wrapped) => chosen.isCurrent(wrapped),
  };
}
