/** Damm's quasigroup: finds each wrong digit and each two that changed places. */
const table = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
] as const;

/** The check digit of other digits; of a whole number it is 0. */
export function checkDigitOf(digits: string): string {
  let interim = '0';
  for (const digit of digits) interim = table[Number(interim)]?.[Number(digit)] ?? '0';
  return interim;
}

/** 'CW-4821 3907': the number of an order as people and banks read it, of 8 digits or, once those are used up, more. */
export function showOrderNumber(digits: string): string {
  return `CW-${digits.slice(0, 4)} ${digits.slice(4)}`;
}

/**
 * The digits of a number as people type it: in any case, with spaces and dashes, with or without the letters before it.
 * Undefined for anything else, and for a number whose check digit is wrong.
 */
export function readOrderNumber(text: string): string | undefined {
  const plain = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const digits = /^(?:CW)?([0-9]{8,10})$/.exec(plain)?.[1];
  return digits !== undefined && checkDigitOf(digits) === '0' ? digits : undefined;
}

/** Numbers that stand with their letters somewhere in a text, such as the reference of a transfer. */
export function findOrderNumbers(text: string): string[] {
  const plain = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const found = [...plain.matchAll(/(?=CW([0-9OIL]{8,10}))/g)].flatMap(([, run = '']) => {
    const digits = run.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
    // What follows may be digits of something else, such as a date.
    return [8, 9, 10].map((length) => digits.slice(0, length));
  });
  const whole = readOrderNumber(text);
  const known = [...found, ...(whole === undefined ? [] : [whole])];
  return [...new Set(known.filter((digits) => digits.length >= 8 && checkDigitOf(digits) === '0'))];
}
