import { pushPlatforms } from '@causeway/domain/clients/push-platforms';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flagText, line } from '../fields/fields.ts';
import { successAnswer } from '../shapes/session.ts';

/** C-58 Register where push notifications go on a device, or stop them. */
export const savePushToken = defineCall({
  id: 'C-58',
  name: 'savePushToken',
  summary: 'Where push notifications go',
  method: 'POST',
  path: '/notifications/push_token',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({
    /** A browser's is its subscription as JSON, with the key that it was made with. */
    pushToken: line(2000).min(1),
    deviceId: line(64).min(1),
    /** Which push service delivers. */
    platform: z.enum(pushPlatforms),
    isEnabled: flagText,
  }),
  example: { pushToken: 'token', deviceId: 'phone', platform: 'ios', isEnabled: '0' },
  answer: successAnswer,
});
