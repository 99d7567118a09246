import { toLanguage } from '@causeway/domain/languages/languages';
import { z } from 'zod';
import type { AppContext } from '../../../context.ts';
import { deriveKeys } from '../../../secrets/derive-key.ts';
import { openText } from '../../../secrets/seal-text.ts';
import { tellSecurity } from '../../../security-log/tell-security.ts';
import { renderLetter } from '../render-letter.ts';
import { listUnsentLetters, markLettersSent, markLetterWithheld } from '../store.ts';
import { takeLetter } from '../take-letter.ts';
import { letterTemplateName } from '../templates.ts';

const storedParameters = z.object({ sealed: z.string() });
const values = z.record(z.string(), z.string());

type UnsentLetter = Awaited<ReturnType<typeof listUnsentLetters>>[number];

/**
 * Sends letters that were not sent yet. Should the program die between sending and noting it, a letter goes twice under
 * one Message-ID.
 */
export async function handleSendLetters(
  context: AppContext,
  payloads: readonly { letterId: string }[],
): Promise<PromiseSettledResult<void>[]> {
  const ids = payloads.map(({ letterId }) => letterId);
  const unsent = new Map((await listUnsentLetters(context.db, ids)).map((row) => [row.letterId, row]));
  const ends = await Promise.allSettled(ids.map((letterId) => send(context, unsent.get(letterId))));
  const sent = ids.filter((letterId, index) => unsent.has(letterId) && ends[index]?.status === 'fulfilled');
  await markLettersSent(context.db, sent, context.clock.now());
  return ends;
}

/** @throws ProviderError when the mail server did not take it */
async function send(context: AppContext, row: UnsentLetter | undefined): Promise<void> {
  if (row === undefined) return;
  const sealed = storedParameters.parse(row.parameters).sealed;
  const parameters = values.parse(JSON.parse(openText(deriveKeys(context.config, 'letters'), sealed)));
  const template = letterTemplateName.parse(row.template);
  const token = await takeLetter(context, template, row.recipient);
  if (token === undefined) {
    tellSecurity(context, 'budget_met', { call: 'letter', reason: template, email: row.recipient });
    return markLetterWithheld(context.db, row.letterId, context.clock.now());
  }
  const letter = renderLetter(context, template, toLanguage(row.language), parameters);
  await context.providers.mailer
    .send({ id: row.letterId, to: row.recipient, ...letter })
    .catch(async (error: unknown) => {
      await token.giveBack();
      throw error;
    });
}
