import { setTimeout as wait } from 'node:timers/promises'
import type { GasHolding } from '@/schemas/chains/contract'
import { type Chain, listChains } from '@/server/chains/registry'
import { callRpc } from '@/server/chains/rpc'
import type { OperatorCtx } from '@/server/ctx'
import { findGasWallet } from './gas-wallet'
import { toGasHolding } from './view'

/** A page waits no longer than this for a slow node. */
const MAX_WAIT_MS = 3_000

/** The current balance of the platform's gas wallet on each EVM chain that has an endpoint, read from the chains. */
export async function listGasHoldings(ctx: OperatorCtx): Promise<GasHolding[]> {
  const wallet = await findGasWallet(ctx)
  if (!wallet) return []
  const reachable = (await listChains()).filter(({ chainType, rpcUrls }) => chainType === 'EVM' && rpcUrls.length > 0)
  return Promise.all(reachable.map((chain) => holdingOn(chain, wallet.address)))
}

async function holdingOn(chain: Chain, address: string): Promise<GasHolding> {
  const reading = callRpc(chain, 'eth_getBalance', [address, 'latest']).catch(() => null)
  const answer = await Promise.race([reading, wait(MAX_WAIT_MS, null)])
  return toGasHolding(chain, { address, units: typeof answer === 'string' ? BigInt(answer) : null })
}
