import { z } from 'zod'
import { erc20Topics } from '@/contracts/generated/erc20'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch } from '@/server/chains/rpc'
import { balanceOfCall } from './erc20'
import { measureTransfers } from './measure-transfers'
import { readHeadBlock, toHex } from './read-headers'
import { quantity } from './read-latest-quantities'

/** The number of recent blocks in which a holder of the token is searched; nodes accept that many at once. */
const LOOKBACK = 1_000n
const MAX_HOLDERS = 10
const TEST_RECIPIENT = '0x000000000000000000000000000000000000dEaD'

const logs = z.array(z.object({ topics: z.array(z.string()) }))

/**
 * Whether the recipient of a token transfer gets less than the sender sends. Simulated for a recent recipient, without
 * sending anything. Null if there is none, or the node cannot simulate it. Throws RpcUnavailableError.
 */
export async function takesFee(chain: Chain, tokenAddress: string): Promise<boolean | null> {
  const holder = await findHolder(chain, tokenAddress)
  if (!holder) return null
  const { from, amountUnits } = holder
  const [measured] = await measureTransfers(chain, [{ tokenAddress, from, toAddress: TEST_RECIPIENT, amountUnits }])
  return measured ? measured.receivedUnits < amountUnits : null
}

async function findHolder(chain: Chain, token: string): Promise<{ from: string; amountUnits: bigint } | null> {
  const candidates = await recipientsOf(chain, token)
  const answers = await callRpcBatch(
    chain,
    candidates.map((owner) => balanceOfCall(token, owner)),
  )
  const balances = candidates.map((from, index) => ({
    from,
    amountUnits: quantity.safeParse(answers[index]?.result).data ?? 0n,
  }))
  return balances.reduce<(typeof balances)[number] | null>(
    (most, held) => (held.amountUnits > (most?.amountUnits ?? 0n) ? held : most),
    null,
  )
}

async function recipientsOf(chain: Chain, address: string): Promise<string[]> {
  const head = await readHeadBlock(chain)
  const fromBlock = toHex(head > LOOKBACK ? head - LOOKBACK : 0n)
  const filter = { address, fromBlock, toBlock: 'latest', topics: [erc20Topics['Transfer(address,address,uint256)']] }
  const [answer] = await callRpcBatch(chain, [{ method: 'eth_getLogs', params: [filter] }])
  // If a node returns no logs for that range, it is unknown.
  const found = logs.safeParse(answer?.result).data ?? []
  const owners = found.flatMap(({ topics: [, , to] }) => (to === undefined ? [] : [`0x${to.slice(-40)}`]))
  return [...new Set(owners.reverse())].filter((owner) => !/^0x0{40}$/.test(owner)).slice(0, MAX_HOLDERS)
}
