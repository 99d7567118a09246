/** The acquirer that sends money to cards. */
export const payoutAcquirer = 'card_one';
