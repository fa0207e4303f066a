import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import type { DocumentContent } from '@/schemas/payments/documents/contract'
import { createTimeSlicer } from '@/server/create-time-slicer'
import { openSheet, type Sheet } from './sheet'

/** In points. */
const MARGIN = 56
const SIZES = { title: 22, heading: 11, text: 9.5, small: 8 } as const
const INK = '#16181d'
const SOFT = '#5f6672'
const LINE = '#d9dce2'
const STAMPS = { good: '#15803d', open: '#1d4ed8', void: '#b42318' } as const satisfies Record<
  DocumentContent['stamp']['tone'],
  string
>

/** The fonts of the pages, embedded: the standard ones lack letters of Yoruba and Igbo names. */
const FONTS = join(process.cwd(), 'node_modules', 'geist', 'dist', 'fonts', 'geist-sans')

/**
 * A document as a PDF of A4 pages. Read it while it is drawn: it is drawn in slices, because a text takes a millisecond
 * and a font twenty.
 */
export function drawPdf(content: DocumentContent): PDFKit.PDFDocument {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'en',
    displayTitle: true,
    autoFirstPage: false,
    font: join(FONTS, 'Geist-Regular.ttf'),
    info: {
      Title: `${content.title} ${content.number}`,
      Author: content.seller[0] ?? '',
      CreationDate: new Date(content.issuedAt),
    },
  })
  document.registerFont('plain', join(FONTS, 'Geist-Regular.ttf'))
  document.registerFont('strong', join(FONTS, 'Geist-SemiBold.ttf'))
  drawParts(document, content).then(
    () => document.end(),
    (error: unknown) => document.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return document
}

async function drawParts(document: PDFKit.PDFDocument, content: DocumentContent): Promise<void> {
  const pause = createTimeSlicer()
  await pause()
  const sheet = openSheet(document, { margin: MARGIN, ink: INK, footer: `${content.title} ${content.number}` })
  for (const draw of [drawHead, drawParties, drawLines, drawTotals]) {
    await pause()
    draw(sheet, content)
  }
  for (const section of content.sections) await drawSection(sheet, section, pause)
  await pause()
}

function drawHead(sheet: Sheet, { title, number, stamp }: DocumentContent): void {
  const { left, width } = sheet
  const top = sheet.y
  sheet.write(title, { x: left, width: width / 2, size: SIZES.title, font: 'strong' })
  const below = sheet.y
  const color = STAMPS[stamp.tone]
  sheet.moveTo(top + 4)
  sheet.write(stamp.text, {
    ...{ x: left + width / 2, width: width / 2, size: SIZES.heading + 3, font: 'strong', color, align: 'right' },
  })
  sheet.moveTo(below)
  sheet.write(number, { x: left, width, size: SIZES.heading, color: SOFT })
  sheet.skip(20)
}

/** Seller, buyer and facts of the document, side by side. */
function drawParties(sheet: Sheet, { seller, buyer, facts }: DocumentContent): void {
  const [gap, { left, width }] = [18, sheet]
  const column = (width - 2 * gap) / 3
  const top = sheet.y
  const columns = [
    { title: 'From', lines: seller },
    { title: 'To', lines: buyer },
  ]
  const bottoms = columns.map(({ title, lines }, n) => {
    const at = { x: left + n * (column + gap), width: column, size: SIZES.text }
    sheet.moveTo(top)
    sheet.write(title, { ...at, size: SIZES.small, color: SOFT })
    for (const [k, line] of lines.entries()) sheet.write(line, { ...at, font: k === 0 ? 'strong' : 'plain' })
    return sheet.y
  })
  sheet.moveTo(top)
  const at = { x: left + 2 * (column + gap), width: column, size: SIZES.text }
  for (const { label, value } of facts) {
    sheet.write(label, { ...at, size: SIZES.small, color: SOFT })
    sheet.write(value, at)
    sheet.skip(3)
  }
  sheet.moveTo(Math.max(sheet.y, ...bottoms))
  sheet.skip(22)
}

function drawLines(sheet: Sheet, { lines }: DocumentContent): void {
  const { left, width } = sheet
  const amounts = 150
  const text = { x: left, width: width - amounts - 12, size: SIZES.text }
  sheet.rule(LINE)
  for (const line of lines) {
    sheet.keep(48)
    sheet.skip(8)
    const top = sheet.y
    sheet.write(line.text, { ...text, font: 'strong' })
    if (line.detail) sheet.write(line.detail, { ...text, color: SOFT })
    const below = sheet.y
    sheet.moveTo(top)
    sheet.write(line.amount, { x: left + width - amounts, width: amounts, size: SIZES.text, align: 'right' })
    sheet.moveTo(below)
    sheet.skip(8)
    sheet.rule(LINE)
  }
}

function drawTotals(sheet: Sheet, { totals }: DocumentContent): void {
  const { left, width } = sheet
  const [labels, half] = [90, width / 2]
  sheet.keep(70)
  sheet.skip(10)
  for (const { label, value, isMain } of totals) {
    const top = sheet.y
    const style = isMain ? ({ size: 13, font: 'strong' } as const) : ({ size: SIZES.text, font: 'plain' } as const)
    sheet.write(label, { x: left + half, width: labels, color: isMain ? INK : SOFT, ...style })
    sheet.moveTo(top)
    sheet.write(value, { x: left + half + labels, width: half - labels, align: 'right', ...style })
    sheet.skip(4)
  }
  sheet.skip(24)
}

async function drawSection(
  sheet: Sheet,
  { title, intro, entries }: DocumentContent['sections'][number],
  pause: () => Promise<void>,
): Promise<void> {
  const { left, width } = sheet
  const labels = 110
  sheet.keep(120)
  sheet.write(title, { x: left, width, size: SIZES.heading, font: 'strong' })
  if (intro) sheet.write(intro, { x: left, width, size: SIZES.text, color: SOFT })
  sheet.skip(6)
  for (const facts of entries) {
    await pause()
    sheet.keep(20 + 15 * facts.length)
    sheet.rule(LINE)
    sheet.skip(8)
    for (const { label, value } of facts) {
      sheet.keep(16)
      const top = sheet.y
      sheet.write(label, { x: left, width: labels, size: SIZES.text, color: SOFT })
      sheet.moveTo(top)
      sheet.write(value, { x: left + labels, width: width - labels, size: SIZES.text })
      sheet.skip(2)
    }
    sheet.skip(6)
  }
  sheet.skip(16)
}
