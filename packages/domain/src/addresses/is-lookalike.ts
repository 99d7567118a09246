/** People compare an address by its ends; attackers make addresses with the same ends. */
const endLength = 4;
/** The prefix that all addresses of a network share distinguishes nothing. */
const prefix = /^(?:0x|[a-z]+1(?=[02-9ac-hj-np-z]{20,})|[a-z]+:)/i;

/**
 * Whether two different chain addresses have the same ends, so that one is easily mistaken for the other. Addresses of
 * networks that ignore letter case are compared without it.
 */
export function isLookalike(left: string, right: string): boolean {
  return plain(left) !== plain(right) && ends(left) === ends(right);
}

/**
 * The address that this one only resembles, of those that were used before it: of two alike the earlier one is the
 * owner's, also when a thief has used the later one since.
 *
 * @param byFirstUse addresses in the order of their first use
 */
export function findResembled(byFirstUse: readonly string[], address: string): string | undefined {
  const place = byFirstUse.indexOf(address);
  const earlier = place < 0 ? byFirstUse : byFirstUse.slice(0, place);
  return earlier.findLast((other) => isLookalike(other, address));
}

/** Whether two texts are the same chain address. */
export function isSameAddress(left: string, right: string): boolean {
  return plain(left) === plain(right);
}

function plain(address: string): string {
  return prefix.test(address) ? address.toLowerCase() : address;
}

function ends(address: string): string {
  const bare = address.replace(prefix, '').toLowerCase();
  return `${bare.slice(0, endLength)}…${bare.slice(-endLength)}`;
}
