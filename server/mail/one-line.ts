const LONGEST = 200

/** Text that people chose as a header can hold it: no line ends or other control signs (they would begin a second header), no end in sight cut off. */
export function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  const signs = [...line]
  return signs.length > LONGEST ? `${signs.slice(0, LONGEST - 1).join('')}…` : line
}
