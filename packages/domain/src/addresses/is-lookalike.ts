/** People compare an address by its ends; thieves make theirs with the same ends. */
const endLength = 4;
/** What all addresses of a network begin with says nothing. */
const prefix = /^(?:0x|[a-z]+1(?=[02-9ac-hj-np-z]{20,})|[a-z]+:)/i;

/**
 * Whether two different addresses have the same ends, so that one is easily taken for the other. Addresses of networks
 * that do not tell capital letters apart are the same in either.
 */
export function isLookalike(left: string, right: string): boolean {
  return plain(left) !== plain(right) && ends(left) === ends(right);
}

/** Whether two texts are one address. */
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
