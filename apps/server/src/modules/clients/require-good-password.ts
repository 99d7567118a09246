import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { isGuessable } from './guessable-password.ts';

/**
 * Turns away a new password that anybody would try. It is looked at here alone and asked of nobody outside.
 *
 * @param field the input it came in, as the wire calls it
 * @throws Refusal PASSWORD_COMMON
 */
export function requireGoodPassword(
  { config }: Pick<AppContext, 'config'>,
  { password, email, field }: { password: string; email: string; field: string },
): void {
  if (isGuessable(password, [config.BRAND_NAME, config.BRAND_SLUG, email]))
    throw new Refusal({ code: 'PASSWORD_COMMON', field });
}
