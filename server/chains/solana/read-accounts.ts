import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, type RpcAnswer, type RpcCall, readAnswer } from '@/server/chains/rpc'

export type SolanaAccount = { lamports: bigint; owner: string; isExecutable: boolean; data: Uint8Array }

/** An account in a node's base64 response. */
export const rawAccount = z
  .object({
    lamports: z.int().nonnegative().transform(BigInt),
    owner: z.string(),
    executable: z.boolean(),
    data: z.tuple([z.string(), z.literal('base64')]),
  })
  .transform(
    ({ lamports, owner, executable, data }): SolanaAccount => ({
      lamports,
      owner,
      isExecutable: executable,
      data: Buffer.from(data[0], 'base64'),
    }),
  )
/** Shape of the `getMultipleAccounts` answer. */
const reply = z.object({ value: z.array(rawAccount.nullable()) })

const MAX_ACCOUNTS_PER_CALL = 100

export type Commitment = 'confirmed' | 'finalized'

/** The calls that read accounts. */
export function accountCalls(addresses: readonly string[], commitment: Commitment = 'confirmed'): RpcCall[] {
  return chunked(addresses, MAX_ACCOUNTS_PER_CALL).map((chunk) => ({
    method: 'getMultipleAccounts',
    params: [chunk, { encoding: 'base64', commitment }],
  }))
}

/** Reads their answers: accounts by address, null if there is none. Throws RpcError, RpcUnavailableError. */
export function toAccounts(
  addresses: readonly string[],
  answers: readonly RpcAnswer[],
): Map<string, SolanaAccount | null> {
  const values = answers.flatMap((answer) => readAnswer(reply, answer).value)
  return new Map(addresses.map((address, index) => [address, values[index] ?? null]))
}

/** Accounts by address at `confirmed`; null if there is none. Throws RpcUnavailableError, RpcError. */
export async function readAccounts(
  chain: Chain,
  addresses: Iterable<string>,
): Promise<Map<string, SolanaAccount | null>> {
  const unique = [...new Set(addresses)]
  return toAccounts(unique, await callRpcBatch(chain, accountCalls(unique)))
}

function chunked<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
