import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { successAnswer } from '../shapes/session.ts';
import { destinationName } from './keep-destination.ts';

/** Rename a saved destination (an addition to the specification). NOT_FOUND for another client's. */
export const renameDestination = defineCall({
  id: 'C-44c',
  name: 'renameDestination',
  summary: 'Rename a saved destination',
  method: 'POST',
  path: '/balance/destinations/rename',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ id: z.uuid(), name: destinationName }),
  example: { id: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10', name: 'Savings' },
  answer: successAnswer,
});
