import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import { rawAccount, type SolanaAccount } from './read-accounts'

const reply = z.object({
  context: z.object({ slot: z.int().nonnegative().transform(BigInt) }),
  value: z.array(rawAccount.nullable()),
})

const MAX_ACCOUNTS_PER_CALL = 100

/**
 * Accounts as they were at a finalized slot; where several calls were needed, `slot` is the lowest, and `isWhole` says
 * whether it is that of all. Throws RpcUnavailableError, RpcError.
 */
export async function readFinalAccounts(
  chain: Chain,
  addresses: readonly string[],
): Promise<{ slot: bigint; isWhole: boolean; accounts: Map<string, SolanaAccount | null> }> {
  const chunks = Array.from({ length: Math.ceil(addresses.length / MAX_ACCOUNTS_PER_CALL) }, (_, n) =>
    addresses.slice(n * MAX_ACCOUNTS_PER_CALL, (n + 1) * MAX_ACCOUNTS_PER_CALL),
  )
  const answers = await callRpcBatch(
    chain,
    chunks.map((chunk) => ({
      method: 'getMultipleAccounts',
      params: [chunk, { encoding: 'base64', commitment: 'finalized' }],
    })),
  )
  const read = answers.map((answer) => readAnswer(reply, answer))
  const values = read.flatMap(({ value }) => value)
  const [lowest = 0n] = read.map(({ context }) => context.slot).sort((one, other) => Number(one - other))
  return {
    slot: lowest,
    isWhole: read.every(({ context }) => context.slot === lowest),
    accounts: new Map(addresses.map((address, index) => [address, values[index] ?? null])),
  }
}
