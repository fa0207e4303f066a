import type { Hex } from 'viem'
import type { transactions } from '@/db/schema'
import type { PolicyIntent } from './judge-intent'
import { type PolicyCall, readCall } from './read-call'

type Row = Pick<
  typeof transactions.$inferSelect,
  'id' | 'type' | 'toAddress' | 'callData' | 'amountUnits' | 'valueUsdMicros'
>

/** The call of a stored transaction. */
export function callOf({ type, toAddress, callData, amountUnits }: Omit<Row, 'id' | 'valueUsdMicros'>): PolicyCall {
  const data = callData as Hex | null // hex was checked before it was stored
  return readCall({ to: type === 'DEPLOY' ? null : toAddress, data, value: amountUnits })
}

/** The fields of a stored transaction that a policy judges. */
export function intentOf(row: Row): PolicyIntent {
  const { toAddress, contract, selector } = callOf(row)
  return { transactionId: row.id, toAddress, contract, selector, valueUsdMicros: row.valueUsdMicros }
}
