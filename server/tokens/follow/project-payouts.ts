import { REDEMPTION_INDEX } from '@/schemas/tokens/words'
import { dayOf } from '@/server/tokens/chain-day'
import type { PayoutRow } from '@/server/tokens/operations/plan'
import type { TokenEvent } from './decode-logs'

/** The payment of one payout to one holder. */
export type PaidLine = {
  payoutId: string
  address: string
  units: bigint
  amountUnits: bigint
  state: 'PAID' | 'OWED'
  txHash: string
  paidAt: Date
}
type Projected = {
  /** In the order given; payouts without a change are the same objects. */
  payouts: PayoutRow[]
  lines: PaidLine[]
  /** Holders who received the amounts that were reserved for them before these events. */
  settled: string[]
}

const AFTER_RECORD = ['FUNDED', 'PAYING', 'PAID']

/** Applies the events of coupons and of the redemption, in the chain's order, to their rows. */
export function projectPayouts(rows: readonly PayoutRow[], events: readonly TokenEvent[]): Projected {
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

/**
 * Marks a payout as recorded. A defaulted one stays in default until it is funded. A record on the chain is permanent,
 * even by another caller.
 */
function recorded(row: PayoutRow, event: TokenEvent): PayoutRow {
  const status = row.status === 'SCHEDULED' || row.status === 'CANCELED' ? 'RECORDED' : row.status
  const rate = { rateNumerator: unitsOf(event, 'numerator'), rateDenominator: unitsOf(event, 'denominator') }
  return {
    ...row,
    ...daysOf(row, { event, rate }),
    ...rate,
    status: AFTER_RECORD.includes(row.status) ? row.status : status,
    basisUnits: unitsOf(event, 'basis'),
  }
}

type Recorded = { event: TokenEvent; rate: Pick<PayoutRow, 'rateNumerator' | 'rateDenominator'> }

/** A redemption with other figures than requested is dated to the day on which it was recorded. */
function daysOf(row: PayoutRow, { event, rate }: Recorded): Partial<PayoutRow> {
  if (event.name === 'CouponRecorded') return { recordDate: dayOf(Number(event.args.recordTime)) }
  if (row.rateNumerator === rate.rateNumerator && row.rateDenominator === rate.rateDenominator) return {}
  const day = dayOf(event.blockTime)
  return { periodEnd: day, recordDate: day, payDate: day, graceEnd: day }
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
