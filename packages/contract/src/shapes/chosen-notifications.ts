import { z } from 'zod';
import { flagText } from '../fields/fields.ts';

/** Which entries of the client's list a request is about: these, or all. Ids of nothing change nothing. */
export const chosenNotifications = {
  niceIds: z.array(z.uuid()).min(1).max(100).optional(),
  isAll: flagText.optional(),
};
