import { FORMULA_START } from './csv-cell'

const FORMULA = new RegExp(`(^|;)('*${FORMULA_START})`, 'g')
const FIGURE = /^-?\d+(\.\d+)?$/

/**
 * One row of a CSV file (RFC 4180). A text that a spreadsheet would execute gets an apostrophe in front; plain numbers
 * do not.
 */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const inert = FIGURE.test(text) ? text : text.replace(FORMULA, "$1'$2")
  return /[",;\r\n\t']/.test(inert) ? `"${inert.replace(/"/g, '""')}"` : inert
}
