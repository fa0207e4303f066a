import type { JournalKind } from '@/schemas/ledger/words'
import { formatUsd } from '@/server/money/usd'

type Movement = { kind: JournalKind; available: string; reserved: string; reference: { id: string } | null }

/** `held`: the hold that the row ends, in dollars, where both are one row. */
export type Paired<Row> = Row & { held: string | null }

const OPENS: readonly JournalKind[] = ['hold', 'raise']
const ENDS: readonly JournalKind[] = ['settle', 'release']

/**
 * Rows of a page, oldest first. A hold that the next row ends is merged with it into one row: the held amount and the
 * charged part. The sums of the page do not change. A hold with another row in between stays a separate row.
 */
export function pairHolds<Row extends Movement>(rows: readonly Row[]): Paired<Row>[] {
  const paired: Paired<Row>[] = []
  let open: Row[] = []
  const keep = () => {
    paired.push(...open.map((row) => ({ ...row, held: null })))
    open = []
  }
  for (const row of rows) {
    if (open[0]?.reference?.id !== row.reference?.id) keep()
    if (row.reference !== null && OPENS.includes(row.kind)) {
      open.push(row)
    } else if (open.length > 0 && ENDS.includes(row.kind)) {
      const all = [...open, row]
      paired.push({
        ...row,
        held: sumOf(open, 'reserved'),
        available: sumOf(all, 'available'),
        reserved: sumOf(all, 'reserved'),
      })
      open = []
    } else {
      keep()
      paired.push({ ...row, held: null })
    }
  }
  keep()
  return paired
}

/** Pairs the holds of rows that are newest first. */
export function pairNewestFirst<Row extends Movement>(rows: readonly Row[]): Paired<Row>[] {
  return pairHolds(rows.toReversed()).toReversed()
}

function sumOf(rows: readonly Movement[], account: 'available' | 'reserved'): string {
  return formatUsd(rows.reduce((sum, row) => sum + microsOf(row[account]), 0n))
}

/** Micro-dollars of a decimal of the server. */
function microsOf(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.')
  const micros = BigInt(whole + fraction.padEnd(6, '0'))
  return decimal.startsWith('-') ? -micros : micros
}
