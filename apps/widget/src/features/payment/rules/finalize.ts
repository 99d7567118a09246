/** State of the finalisation of a card payment (4.8-08). */
export type FinalizeStatus = 'initial' | 'success' | 'failed';

/** A card payment as it is finalised (3-42). */
export interface Finalize {
  status: FinalizeStatus;
  params: { saveCard: boolean; cardHolderName: string };
  /** What the server said about a failure. */
  detail: string;
  /** The bank's answer, and no fault of ours. */
  isDecline?: boolean;
}

export const initialFinalize: Finalize = {
  status: 'initial',
  params: { saveCard: false, cardHolderName: '' },
  detail: '',
};
