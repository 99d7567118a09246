import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Makes the copy of a client's data that was asked for. */
export const makeExportJob = defineJob({
  name: 'make-data-export',
  payload: z.object({ exportId: z.uuid() }),
  retries: 12,
  retrySeconds: 5,
  retryMaxSeconds: 600,
});

/** Every hour ends copies whose time is over, and takes their files out of the store. */
export const sweepExportsJob = defineJob({
  name: 'sweep-data-exports',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 60,
  retryMaxSeconds: 600,
  schedule: '37 * * * *',
});
