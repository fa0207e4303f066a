type TextStyle = {
  x: number
  width: number
  size: number
  font?: 'plain' | 'strong'
  color?: string
  align?: 'left' | 'right'
}

/** Pages that are filled from top to bottom, in points. */
export type Sheet = {
  left: number
  width: number
  readonly y: number
  write: (text: string, style: TextStyle) => void
  rule: (color: string) => void
  skip: (points: number) => void
  moveTo: (y: number) => void
  /** Keeps the next points on one page. */
  keep: (points: number) => void
}

type Frame = { margin: number; ink: string; footer: string }

const FOOTER_SIZE = 8
const LINE_GAP = 2

/** Opens the first page. Every page has a footer with its number. */
export function openSheet(document: PDFKit.PDFDocument, { margin, ink, footer }: Frame): Sheet {
  let pages = 0
  document.on('pageAdded', () => {
    pages += 1
    const { width, height } = document.page
    // pdfkit would open a new page for a line below the margin.
    const { bottom } = document.page.margins
    document.page.margins.bottom = 0
    document.font('plain').fontSize(FOOTER_SIZE).fillColor(ink, 0.6)
    const text = printable(footer, (codePoint) => glyphsOf(document).hasGlyphForCodePoint(codePoint))
    document.text(`${text}, page ${pages}`, margin, height - margin / 1.5, {
      width: width - 2 * margin,
      align: 'right',
      lineBreak: false,
    })
    document.page.margins.bottom = bottom
    document.x = margin
    document.y = margin
  })
  document.addPage()
  const [width, bottom] = [document.page.width - 2 * margin, document.page.height - margin]
  return {
    left: margin,
    width,
    get y() {
      return document.y
    },
    write(text, { x, width: within, size, font = 'plain', color = ink, align = 'left' }) {
      document.font(font).fontSize(size).fillColor(color, 1)
      const drawn = printable(text, (codePoint) => glyphsOf(document).hasGlyphForCodePoint(codePoint))
      document.text(drawn, x, document.y, { width: within, align, lineGap: LINE_GAP })
    },
    rule(color) {
      document.moveTo(margin, document.y).lineTo(margin + width, document.y)
      document.lineWidth(0.75).strokeColor(color).stroke()
    },
    skip(points) {
      document.y += points
    },
    moveTo(y) {
      document.y = y
    },
    keep(points) {
      if (document.y + points > bottom) document.addPage()
    },
  }
}

type Glyphs = { hasGlyphForCodePoint: (codePoint: number) => boolean }

/** The current font, which pdfkit's types omit. Every font here is a file and has one. */
function glyphsOf(document: PDFKit.PDFDocument): Glyphs {
  return (document as unknown as { _font: { font: Glyphs } })._font.font
}

/** Replacements for letters that the font lacks and that have no marks to remove, and for signs. */
const NEAREST: Readonly<Record<string, string>> = {
  ...{ Ɓ: 'B', ɓ: 'b', Ɗ: 'D', ɗ: 'd', Ƙ: 'K', ƙ: 'k', Ƴ: 'Y', ƴ: 'y', ʼ: "'", Ǝ: 'E', ǝ: 'e', Ŋ: 'N', ŋ: 'n' },
  '₦': 'NGN ',
}

/**
 * Replaces letters that the font lacks: by the letter without marks, by the nearest letter, or by a question mark.
 * Names stay readable, and no text breaks a document.
 */
function printable(text: string, hasGlyph: (codePoint: number) => boolean): string {
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
