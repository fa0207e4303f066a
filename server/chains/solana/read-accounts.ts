import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, resultOf } from '@/server/chains/rpc'

export type SolanaAccount = { lamports: bigint; owner: string; isExecutable: boolean; data: Uint8Array }

const account = z
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
const reply = z.object({ value: z.array(account.nullable()) })

const MAX_ACCOUNTS_PER_CALL = 100

/** Accounts by address at `confirmed`; null where there is none. Throws RpcUnavailableError, RpcError. */
export async function readAccounts(
  chain: Chain,
  addresses: Iterable<string>,
): Promise<Map<string, SolanaAccount | null>> {
  const wanted = [...new Set(addresses)]
  const chunks = chunked(wanted, MAX_ACCOUNTS_PER_CALL)
  if (chunks.length === 0) return new Map()
  const answers = await callRpcBatch(
    chain,
    chunks.map((chunk) => ({
      method: 'getMultipleAccounts',
      params: [chunk, { encoding: 'base64', commitment: 'confirmed' }],
    })),
  )
  const values = answers.flatMap((answer) => reply.parse(resultOf(answer)).value)
  return new Map(wanted.map((address, place) => [address, values[place] ?? null]))
}

function chunked<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
    items.slice(place * size, (place + 1) * size),
  )
}
