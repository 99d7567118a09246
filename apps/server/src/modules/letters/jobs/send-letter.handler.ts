import { toLanguage } from '@causeway/domain/languages/languages';
import { z } from 'zod';
import type { AppContext } from '../../../context.ts';
import { deriveKey } from '../../../secrets/derive-key.ts';
import { openText } from '../../../secrets/seal-text.ts';
import { renderLetter } from '../render-letter.ts';
import { findUnsentLetter, markLetterSent } from '../store.ts';
import { letterTemplateName } from '../templates.ts';

const storedParameters = z.object({ sealed: z.string() });
const values = z.record(z.string(), z.string());

/**
 * Sends a letter that was not sent yet. Should the program die between sending and noting it, the letter goes
 * twice under one Message-ID.
 *
 * @throws ProviderError when the mail server did not take it
 */
export async function handleSendLetter(context: AppContext, payload: { letterId: string }): Promise<void> {
  const row = await findUnsentLetter(context.db, payload.letterId);
  if (row === undefined) return;
  const sealed = storedParameters.parse(row.parameters).sealed;
  const parameters = values.parse(JSON.parse(openText(deriveKey(context.config, 'letters'), sealed)));
  const template = letterTemplateName.parse(row.template);
  const letter = renderLetter(context, template, toLanguage(row.language), parameters);
  await context.providers.mailer.send({ id: row.letterId, to: row.recipient, ...letter });
  await markLetterSent(context.db, row.letterId, context.clock.now());
}
