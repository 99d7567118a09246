import { z } from 'zod';

/** A name that may move to another key, an alias, is none: it would not say which key closed something. */
const keyArn = z
  .string()
  .regex(
    /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/,
    'Must be the ARN of a key, such as arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab.',
  );

/** Where what clients show of themselves is kept, and under which master key. */
export const documentVariables = {
  /** Master key under which the clients' keys are sealed; made at the first use where it is not there. */
  DOCUMENT_KEY_FILE: z.string().min(1).optional(),
  /** Who keeps the master key: the file, or a key service with the protocol of Amazon's. */
  DOCUMENT_KEYS: z.enum(['file', 'kms']).default('file'),
  /** ARN of the key that closes, and those of earlier ones, commas between: what they closed is still opened. */
  KMS_KEY: keyArn.or(z.literal('')).default(''),
  KMS_PREVIOUS_KEYS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((one) => one !== ''))
    .pipe(z.array(keyArn)),
  KMS_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Without both, the role of the machine is asked. */
  KMS_ACCESS_KEY_ID: z.string().default(''),
  KMS_SECRET_KEY: z.string().default(''),
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

type DocumentSettings = z.output<z.ZodObject<typeof documentVariables>>;

/** What a live server lacks of it, one line each. */
export function findDocumentFaults(config: DocumentSettings): string[] {
  const faults = findKeyFaults(config);
  if (config.DOCUMENT_KEYS === 'file' && config.DOCUMENT_KEY_FILE === undefined)
    faults.push(
      'DOCUMENT_KEY_FILE: is missing: the master key of what clients show of themselves, the same file for every server.',
    );
  if (config.DOCUMENT_STORE === 'disk') return faults;
  for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_KEY'] as const)
    if (config[name] === '') faults.push(`${name}: is missing: DOCUMENT_STORE is s3.`);
  return faults;
}

/** A key service that is half configured is none. */
function findKeyFaults(config: DocumentSettings): string[] {
  const { DOCUMENT_KEYS, KMS_KEY, KMS_ENDPOINT, KMS_ACCESS_KEY_ID, KMS_SECRET_KEY, KMS_PREVIOUS_KEYS } = config;
  const faults: string[] = [];
  if (DOCUMENT_KEYS === 'kms' && KMS_KEY === '') faults.push('KMS_KEY: is missing: DOCUMENT_KEYS is kms.');
  if (DOCUMENT_KEYS === 'file' && KMS_KEY !== '')
    faults.push(
      'KMS_KEY: closes nothing: DOCUMENT_KEYS is file. A key that shall only open is one of KMS_PREVIOUS_KEYS.',
    );
  if ((KMS_ACCESS_KEY_ID === '') !== (KMS_SECRET_KEY === ''))
    faults.push('KMS_ACCESS_KEY_ID, KMS_SECRET_KEY: set both, or none for the role of the machine.');
  if (KMS_ENDPOINT?.startsWith('http:') === true)
    faults.push('KMS_ENDPOINT: must be https: the keys of all clients pass through it.');
  if (KMS_KEY !== '' && KMS_PREVIOUS_KEYS.includes(KMS_KEY))
    faults.push('KMS_PREVIOUS_KEYS: names KMS_KEY, which is no earlier one.');
  return faults;
}
