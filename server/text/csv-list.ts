import { z } from 'zod'
import { csvRow } from './csv'

/** The start of the part after a row; newest rows come first. */
export const listPart = z.object({ at: z.iso.datetime(), id: z.uuid() }).nullable().default(null)
export type ListPart = z.output<typeof listPart>

/** Some rows of a list, and where the next ones begin; null if there are none. */
export type Part<Row> = { items: Row[]; next: ListPart }

type CsvList<Row> = {
  names: readonly string[]
  toCells: (row: Row) => readonly string[]
  read: (after: ListPart) => Promise<Part<Row>>
  now: () => Date
}

const BYTE_ORDER_MARK = '\uFEFF'

/** A whole list as CSV, part by part. The last line counts the rows, so that a file that was cut off shows. */
export async function* csvList<Row>({ names, toCells, read, now }: CsvList<Row>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRow(names)
  let after: ListPart = null
  let count = 0
  for (;;) {
    const { items, next }: Part<Row> = await read(after)
    count += items.length
    const rows = items.map((row) => csvRow(toCells(row))).join('')
    if (next === null) {
      yield rows + csvRow([`${count} rows`, now().toISOString()])
      return
    }
    yield rows
    after = next
  }
}
