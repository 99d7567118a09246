import type { Clock, Randomness } from './context.ts';

/** A new row id: time first (UUID version 7), so that rows lie on disk in the order they were made. */
export function newUuid({ clock, random }: { clock: Clock; random: Randomness }): string {
  const bytes = Buffer.from(random.bytes(16));
  bytes.writeUIntBE(clock.now().getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
