import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { createDiskStore } from './disk-store.ts';
import type { DocumentStore } from './port.ts';
import { createS3Store } from './s3-store.ts';

type Settings = Pick<
  Config,
  | 'DATA_DIR'
  | 'DOCUMENT_FOLDER'
  | 'DOCUMENT_STORE'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_BUCKET'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_SECRET_KEY'
>;

/** The store that the configuration names. */
export function createDocumentStore(config: Settings): DocumentStore {
  if (config.DOCUMENT_STORE === 'disk')
    return createDiskStore(config.DOCUMENT_FOLDER ?? join(config.DATA_DIR, 'documents'));
  return createS3Store({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_KEY,
  });
}
