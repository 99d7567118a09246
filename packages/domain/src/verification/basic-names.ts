/** Fields of the basic wizard by their names of the wire. */
export const basicNames = [
  'first_name',
  'last_name',
  'birthday',
  'a_country',
  'a_state',
  'a_city',
  'a_postcode',
  'a_addr1',
  'a_addr2',
] as const;
export type BasicName = (typeof basicNames)[number];
