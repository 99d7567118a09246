import { z } from 'zod';

/** Where what clients show of themselves is kept, and under which master key. */
export const documentVariables = {
  /** Master key under which the clients' keys are sealed; made at the first use where it is not there. */
  DOCUMENT_KEY_FILE: z.string().min(1).optional(),
  /** Where uploaded files lie: a folder, or a bucket of a store that speaks S3. */
  DOCUMENT_STORE: z.enum(['disk', 's3']).default('disk'),
  DOCUMENT_FOLDER: z.string().min(1).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_BUCKET: z.string().default(''),
  S3_ACCESS_KEY_ID: z.string().default(''),
  S3_SECRET_KEY: z.string().default(''),
  /** ClamAV's daemon, which looks at each file before it is opened; none without it. */
  CLAMAV_ADDRESS: z
    .string()
    .regex(/^(?:\/.+|tcp:\/\/[^/@\s]+:\d{1,5})?$/, 'Must be the path of a socket, or tcp://host:port.')
    .default(''),
};

/** What a live server lacks of it, one line each. */
export function findDocumentFaults(config: z.output<z.ZodObject<typeof documentVariables>>): string[] {
  const faults: string[] = [];
  if (config.DOCUMENT_KEY_FILE === undefined)
    faults.push(
      'DOCUMENT_KEY_FILE: is missing: the master key of what clients show of themselves, the same file for every server.',
    );
  if (config.DOCUMENT_STORE === 'disk') return faults;
  for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_KEY'] as const)
    if (config[name] === '') faults.push(`${name}: is missing: DOCUMENT_STORE is s3.`);
  return faults;
}
