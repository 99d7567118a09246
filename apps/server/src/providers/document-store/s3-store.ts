import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { refuseWithinTransaction } from '../../database/open-pool.ts';
import type { DocumentStore } from './port.ts';

export interface S3Settings {
  /** Address of the service; that of Amazon without one. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** For how long one try waits for an answer, and then for each piece of it; 20 s without it. */
  timeoutMs?: number;
}

/** Files in a bucket of any store that speaks S3. What fails for a moment is tried once more. */
export function createS3Store(settings: S3Settings): DocumentStore {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, timeoutMs = 20_000 } = settings;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: Math.min(timeoutMs, 5_000),
      requestTimeout: timeoutMs,
      // Without it a time limit that is over is a line of the log, and the caller waits on.
      throwOnRequestTimeout: true,
      socketTimeout: timeoutMs,
    },
    // Not every store knows Amazon's own checksums, and sealed bytes that were changed do not open.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const place = (name: string) => ({ Bucket: bucket, Key: `documents/${name}` });
  return {
    async put(name, bytes) {
      refuseWithinTransaction('document store');
      await client.send(new PutObjectCommand({ ...place(name), Body: bytes, ContentType: 'application/octet-stream' }));
    },
    async get(name) {
      refuseWithinTransaction('document store');
      try {
        const { Body } = await client.send(new GetObjectCommand(place(name)));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async remove(name) {
      refuseWithinTransaction('document store');
      await client.send(new DeleteObjectCommand(place(name)));
    },
  };
}
