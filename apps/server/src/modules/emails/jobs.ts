import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

const daylong = { retries: 20, retrySeconds: 5, retryMaxSeconds: 3600 } as const;

/** Sends one e-mail; retried for about a day. The mail server of an address is chosen by who confirmed it. */
export const sendEmailJob = defineJob({
  name: 'send-letter',
  payload: z.object({ letterId: z.uuid() }),
  ...daylong,
  reachesStrangers: true,
});

/** Sends one to an address that anybody may have typed: its mail server may take as long as it likes. */
export const sendStrangerEmailJob = defineJob({
  name: 'send-letter-to-stranger',
  payload: z.object({ letterId: z.uuid() }),
  ...daylong,
  reachesStrangers: true,
});
