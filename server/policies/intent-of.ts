import type { Hex } from 'viem'
import type { transactions } from '@/db/schema'
import type { PolicyIntent } from './judge-intent'
import { readCall } from './read-call'

type Row = Pick<typeof transactions.$inferSelect, 'id' | 'type' | 'toAddress' | 'callData' | 'valueUsdMicros'>

/** What a policy judges of a transaction that is already written. */
export function intentOf({ id, type, toAddress, callData, valueUsdMicros }: Row): PolicyIntent {
  const data = callData as Hex | null // hex was checked before it was stored
  const call = readCall({ to: type === 'DEPLOY' ? null : toAddress, data })
  return {
    transactionId: id,
    toAddress: call.toAddress,
    contract: call.contract,
    selector: call.selector,
    valueUsdMicros,
  }
}
