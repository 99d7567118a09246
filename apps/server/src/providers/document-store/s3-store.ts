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
}

/** Files in a bucket of any store that speaks S3. */
export function createS3Store({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings): DocumentStore {
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestHandler: { requestTimeout: 30_000, connectionTimeout: 5_000 },
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
