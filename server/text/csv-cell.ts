/**
 * The characters that a spreadsheet takes for the beginning of a formula (OWASP, CSV injection), as the text of a
 * pattern. Full-width forms are read as their plain ones.
 */
export const FORMULA_START = '[=+\\-@\\t\\r\\n\\uFF1D\\uFF0B\\uFF0D\\uFF20]'

const GUARDED = new RegExp(`(^|;)'('*${FORMULA_START})`, 'g')

/**
 * The text of a cell that `csvRow` wrote, without the apostrophes that keep spreadsheets from running it. They are at
 * the beginning, and behind a semicolon, which separates cells where the comma is for decimals. Other apostrophes stay.
 */
export function fromCsvCell(cell: string): string {
  return cell.replace(GUARDED, '$1$2')
}
