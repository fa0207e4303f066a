/** A spreadsheet takes a cell that begins like this for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/
const FIGURE = /^-?\d+(\.\d+)?$/

/** One row of a CSV file (RFC 4180). A text a spreadsheet would run gets an apostrophe in front; plain figures stay what they are. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const inert = FORMULA.test(text) && !FIGURE.test(text) ? `'${text}` : text
  return /[",\r\n\t']/.test(inert) ? `"${inert.replace(/"/g, '""')}"` : inert
}
