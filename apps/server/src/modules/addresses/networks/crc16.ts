const polynomial = 0x10_21;

/** CRC-16/XMODEM, the checksum of Stellar and TON. */
export function crc16(bytes: Uint8Array): number {
  let state = 0;
  for (const byte of bytes) {
    state ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) state = (state & 0x80_00) === 0 ? state << 1 : (state << 1) ^ polynomial;
    state &= 0xff_ff;
  }
  return state;
}
