import type { Selectable } from 'kysely';
import type { Refunds } from '../../database/types.generated.ts';

/** Money on its way back. */
export type RefundRow = Selectable<Refunds>;
