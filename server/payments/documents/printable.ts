/** Letters of Nigerian and other languages that no mark was put on, and signs that the font lacks. */
const NEAREST: Readonly<Record<string, string>> = {
  ...{ Ɓ: 'B', ɓ: 'b', Ɗ: 'D', ɗ: 'd', Ƙ: 'K', ƙ: 'k', Ƴ: 'Y', ƴ: 'y', ʼ: "'", Ǝ: 'E', ǝ: 'e', Ŋ: 'N', ŋ: 'n' },
  '₦': 'NGN ',
}

/**
 * A text in letters the font has: one it lacks goes without its marks, as its nearest letter, or as a question mark. Names of people and places stay
 * readable, and no text breaks a paper.
 */
export function printable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  return [...text.normalize('NFC')].map((letter) => printableLetter(letter, hasGlyph)).join('')
}

function printableLetter(letter: string, hasGlyph: (codePoint: number) => boolean): string {
  const isDrawn = (part: string) => hasGlyph(part.codePointAt(0) ?? 0)
  if (/[\p{Cc}\p{Cf}\p{Cs}]/u.test(letter)) return letter === '\n' ? '\n' : ''
  if (isDrawn(letter)) return letter
  const bare = letter.normalize('NFD').replace(/\p{M}/gu, '')
  if (bare !== letter && [...bare].every(isDrawn)) return bare
  return NEAREST[letter] ?? '?'
}
