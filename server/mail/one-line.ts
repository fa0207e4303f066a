/** Of a header, in signs. */
const LONGEST = 200

/** Text that people chose as a header can hold it: no line ends or other control signs (they would begin a second header), no end in sight cut off. */
export function oneLine(text: string, longest: number = LONGEST): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  const signs = [...line]
  return signs.length > longest ? `${signs.slice(0, longest - 1).join('')}…` : line
}
