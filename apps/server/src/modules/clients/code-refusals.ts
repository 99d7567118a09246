import type { RefusalItem } from '../../errors.ts';
import type { CodeVerdict } from './rules.ts';

/** What a code that is not right is refused with. */
export const codeRefusals: Readonly<Record<Exclude<CodeVerdict, 'right' | 'again'>, RefusalItem>> = {
  wrong: { code: 'CODE_WRONG', field: 'code' },
  expired: { code: 'CODE_EXPIRED', field: 'code' },
  'too many': { code: 'CODE_TOO_MANY', field: 'code' },
};
