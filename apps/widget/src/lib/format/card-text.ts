/** 'Visa ···· 3220' */
export function cardText({ cardType, cardLast4 }: { cardType: string; cardLast4: string }): string {
  return `${cardType.slice(0, 1).toUpperCase()}${cardType.slice(1)} ···· ${cardLast4}`;
}
