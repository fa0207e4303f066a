import { join } from 'node:path'
import { startAnvil } from '@/dev/chains/anvil'
import { deployAssetFactory } from '@/dev/chains/deploy-assets'
import { deployDelegate } from '@/dev/chains/deploy-delegate'
import { deployTokens, FAUCET_PRIVATE_KEY } from '@/dev/chains/deploy-tokens'
import { rpc } from '@/dev/chains/rpc'
import { findFreePort } from '@/dev/free-port'
import type { Guard } from '@/dev/guard'
import { chainStateFile, type LocalChain } from '@/dev/local-chains'
import { type ChainReader, createChainReader } from '@/e2e/faults/chain-reader'
import { type FaultProxy, startFaultProxy } from '@/e2e/faults/fault-proxy'
import { type PartControl, startPart } from './part-control'

/** A local chain of the run. `ask` goes to the node itself, past every proxy. */
export type FaultChain = {
  chainId: number
  gasPolicy: 'sponsored' | 'debited'
  /** The nodes of the chain as the product knows them: two proxies of one node, at which scenarios set their faults. */
  proxies: readonly FaultProxy[]
  cngn: string
  control: PartControl
  reader: ChainReader
  ask: (method: string, ...params: unknown[]) => Promise<unknown>
  /** The local chain as the database's seed needs it. */
  local: LocalChain
}

export const BLOCK_TIME_SECONDS = 1

/** Starts an anvil with blocks of a second and the stand-in tokens. */
export async function startFaultChain(
  input: { chainId: number; gasPolicy: FaultChain['gasPolicy']; home: string; seed: number },
  guard: Guard,
): Promise<FaultChain> {
  const { chainId, gasPolicy, home, seed } = input
  const port = await findFreePort()
  const logFile = join(home, 'logs', `chain-${chainId}.log`)
  const options = {
    chainId,
    port,
    logFile,
    stateFile: chainStateFile(home, chainId),
    blockTimeSeconds: BLOCK_TIME_SECONDS,
  }
  const part = {
    name: `chain-${chainId}`,
    logFile,
    start: (onSpawn: (pid: number) => void) => startAnvil({ ...options, onSpawn }),
  }
  const control = await startPart(part, guard)
  const rpcUrl = `http://127.0.0.1:${port}`
  const tokens = await deployTokens({ rpcUrl })
  const delegateAddress = await deployDelegate({ rpcUrl })
  await deployAssetFactory({ rpcUrl })
  const cngn = tokens.find(({ symbol }) => symbol === 'cNGN')?.address
  if (!cngn) throw new Error('the local chain has no cNGN')
  const proxies = await Promise.all([seed, seed + 1].map((one) => startFaultProxy({ target: rpcUrl, seed: one })))
  const [first] = proxies
  if (!first) throw new Error('a chain needs a door')
  return {
    chainId,
    gasPolicy,
    proxies,
    cngn,
    control,
    reader: createChainReader({ rpcUrl, cngn }),
    ask: (method, ...params) => rpc(rpcUrl, method, params),
    local: { chainId, rpcUrl: first.url, tokens, faucetPrivateKey: FAUCET_PRIVATE_KEY, delegateAddress },
  }
}
