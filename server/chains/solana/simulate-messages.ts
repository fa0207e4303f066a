import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { readAnswer } from '@/server/chains/rpc'
import type { ShortUnits } from '@/server/money/asset-shortfall'
import { callMany } from './call-many'
import { encodeTransaction } from './decode-transaction'
import { type TransactionProblem, transactionProblem } from './transaction-problem'

const reply = z.object({
  value: z.object({
    err: transactionProblem.nullable(),
    unitsConsumed: z.int().nonnegative().nullish(),
    logs: z.array(z.string()).nullish(),
  }),
})

type Simulated = {
  problem: TransactionProblem | null
  computeUnits: number
  /** In lamports, where the runtime says what an account lacks. */
  short: ShortUnits | null
}

const NO_SIGNATURE = new Uint8Array(64)

/**
 * Simulates unsigned messages on the newest confirmed state, each separately. The node replaces the blockhash, so an
 * old one does not matter. Throws RpcUnavailableError, RpcError.
 */
export async function simulateMessages(
  chain: Chain,
  messages: readonly { bytes: Uint8Array; signatures: number }[],
): Promise<Simulated[]> {
  const calls = messages.map(({ bytes, signatures }) => ({
    method: 'simulateTransaction',
    params: [
      Buffer.from(encodeTransaction(Array<Uint8Array>(signatures).fill(NO_SIGNATURE), bytes)).toString('base64'),
      { encoding: 'base64', commitment: 'confirmed', sigVerify: false, replaceRecentBlockhash: true },
    ],
  }))
  return (await callMany(chain, calls)).map((answer) => {
    const { err, unitsConsumed, logs } = readAnswer(reply, answer).value
    return { problem: err, computeUnits: unitsConsumed ?? 0, short: err === null ? null : shortIn(logs ?? []) }
  })
}

/** The runtime's own message. Token programs only report insufficient funds, without amounts. */
function shortIn(logs: readonly string[]): ShortUnits | null {
  const match = /^Transfer: insufficient lamports (\d+), need (\d+)$/m.exec(logs.join('\n'))
  const [, held, needed] = match ?? []
  return held && needed ? { neededUnits: BigInt(needed), availableUnits: BigInt(held) } : null
}
