import type { StatementPart, StatementPeriod } from '@/schemas/ledger/statement/contract'
import { parseUnits } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'
import { csvRow } from '@/server/text/csv'
import type { StatementLines } from './list-statement-lines'

const HEADER = [
  ...['Time (UTC)', 'Kind', 'Reference type', 'Reference', 'Available (USD)', 'Reserved (USD)'],
  ...['Available after (USD)', 'Reserved after (USD)', 'Rate (NGN per USD)', 'Reason', 'Journal'],
]
const USD_DECIMALS = 6

type Read = (part: StatementPart) => Promise<StatementLines>

/**
 * A statement as CSV, part by part: between its opening and its closing row every movement, with the balance after it.
 */
export async function* statementCsv(period: StatementPeriod, read: Read): AsyncGenerator<string> {
  let after: StatementPart['after'] = null
  let balance = { available: 0n, reserved: 0n }
  const sums = () => [formatUsd(balance.available), formatUsd(balance.reserved)]
  const mark = (kind: string, day: string) => csvRow([day, kind, '', '', '', '', ...sums(), '', '', ''])
  for (;;) {
    const part: StatementLines = await read({ ...period, after })
    if (part.opening) {
      balance = { available: microsOf(part.opening.available), reserved: microsOf(part.opening.reserved) }
      yield csvRow(HEADER) + mark('opening', period.from)
    }
    let rows = ''
    for (const line of part.items) {
      const { id, at, kind, reference, available, reserved, ngnPerUsd, reason } = line
      balance.available += microsOf(available)
      balance.reserved += microsOf(reserved)
      const about = [at, kind, reference?.type ?? '', reference?.name ?? '']
      rows += csvRow([...about, available, reserved, ...sums(), ngnPerUsd ?? '', reason, id])
      after = { at, id }
    }
    if (part.isLast) {
      yield rows + mark('closing', period.to)
      return
    }
    yield rows
  }
}

/** Micro-dollars from a decimal that we wrote ourselves. */
function microsOf(text: string): bigint {
  const isNegative = text.startsWith('-')
  const parsed = parseUnits(isNegative ? text.slice(1) : text, USD_DECIMALS)
  if ('problem' in parsed) throw new Error(`${text} is not an amount`)
  return isNegative ? -parsed.units : parsed.units
}
