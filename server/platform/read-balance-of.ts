import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { callRpc } from '@/server/chains/rpc'

/** A page waits no longer than this for a slow node. */
const MAX_WAIT_MS = 3_000

const evmBalance = z
  .string()
  .regex(/^0x[0-9a-f]+$/i)
  .transform((text) => BigInt(text))
const solanaBalance = z.object({ value: z.number().int() }).transform(({ value }) => BigInt(value))

/** The native balance of an address, in base units; null if the chain does not answer in time. */
export async function readBalanceOf(chain: Chain, address: string): Promise<bigint | null> {
  const reading =
    chain.chainType === 'EVM'
      ? callRpc(chain, 'eth_getBalance', [address, 'latest']).then((answer) => evmBalance.parse(answer))
      : callRpc(chain, 'getBalance', [address]).then((answer) => solanaBalance.parse(answer))
  return Promise.race([reading.catch(() => null), wait(MAX_WAIT_MS, null, { ref: false })])
}
