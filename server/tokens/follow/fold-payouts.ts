import type { PayoutRow } from '../operations/plan'
import { REDEMPTION_INDEX } from '../words'
import type { TokenEvent } from './decode-logs'

/** What one holder got of one payout. */
export type PaidLine = {
  payoutId: string
  address: string
  units: bigint
  amountUnits: bigint
  state: 'PAID' | 'OWED'
  txHash: string
  paidAt: Date
}
type Folded = {
  /** In the order given; those that nothing happened to are the same objects. */
  payouts: PayoutRow[]
  lines: PaidLine[]
  /** Holders who got what was set aside for them: what had been before these events. */
  settled: string[]
}

const AFTER_RECORD = ['FUNDED', 'PAYING', 'PAID']

/** Folds what the chain says of coupons and of the redemption, in its order, into their rows. */
export function foldPayouts(rows: readonly PayoutRow[], events: readonly TokenEvent[]): Folded {
  const payouts = new Map(rows.map((row) => [row.index, row]))
  const lines = new Map<string, PaidLine>()
  const settled = new Set<string>()
  for (const event of events) {
    const { name, args } = event
    const row = payouts.get(indexOf(event))
    if (name === 'OwedPaid') {
      const holder = String(args.holder)
      settled.add(holder)
      for (const [key, line] of lines) if (line.address === holder) lines.set(key, { ...line, state: 'PAID' })
    }
    if (!row) continue
    if (name === 'CouponRecorded' || name === 'RedemptionRecorded') payouts.set(row.index, recorded(row, event))
    if (name === 'PayoutFunded')
      payouts.set(row.index, settledAs({ ...row, status: 'FUNDED', fundedUnits: unitsOf(event, 'amount') }))
    if (name !== 'PayoutPaid' && name !== 'PayoutOwed') continue
    const line = toLine(row, event)
    lines.set(`${row.index} ${line.address}`, line)
    payouts.set(
      row.index,
      settledAs({
        ...row,
        status: 'PAYING',
        paidUnits: row.paidUnits + line.amountUnits,
        paidBasisUnits: row.paidBasisUnits + line.units,
      }),
    )
  }
  return { payouts: [...payouts.values()], lines: [...lines.values()], settled: [...settled] }
}

function indexOf({ name, args }: TokenEvent): number {
  if (name === 'RedemptionRecorded') return REDEMPTION_INDEX
  return Number(args.id ?? args.index ?? -1)
}

function unitsOf({ args }: TokenEvent, name: string): bigint {
  return BigInt(String(args[name]))
}

/** A default is not undone by being recorded: only by money. */
function recorded(row: PayoutRow, event: TokenEvent): PayoutRow {
  const status = row.status === 'SCHEDULED' || row.status === 'CANCELED' ? 'RECORDED' : row.status
  return {
    ...row,
    status: AFTER_RECORD.includes(row.status) ? row.status : status,
    basisUnits: unitsOf(event, 'basis'),
    rateNumerator: unitsOf(event, 'numerator'),
    rateDenominator: unitsOf(event, 'denominator'),
  }
}

function settledAs(row: PayoutRow): PayoutRow {
  return row.paidBasisUnits === row.basisUnits ? { ...row, status: 'PAID' } : row
}

function toLine({ id }: PayoutRow, event: TokenEvent): PaidLine {
  return {
    payoutId: id,
    address: String(event.args.holder),
    units: unitsOf(event, 'units'),
    amountUnits: unitsOf(event, 'amount'),
    state: event.name === 'PayoutOwed' ? 'OWED' : 'PAID',
    txHash: event.txHash,
    paidAt: new Date(event.blockTime * 1_000),
  }
}
