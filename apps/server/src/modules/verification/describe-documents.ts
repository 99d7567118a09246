import { toUnixSeconds } from '@causeway/contract/fields/fields';
import type { UploadedFile } from '@causeway/contract/shapes/verification';
import type { KeyObject } from 'node:crypto';
import { openDetails } from '../documents/document-keys.ts';
import type { DocumentRow } from '../documents/store.ts';

/** A file as its owner sees it (3-48). The name is ours: what it was called outside may say more than the picture. */
export function describeDocument(row: DocumentRow, key: KeyObject | undefined): UploadedFile {
  const { documentId, type, ext, status, createdAt, sealedDetails } = row;
  return {
    id: documentId,
    type,
    filename: `${type}.${ext}`,
    status,
    createdAt: toUnixSeconds(createdAt),
    ext,
    comment: status === 'declined' ? openDetails(key, sealedDetails).comment : '',
  };
}
