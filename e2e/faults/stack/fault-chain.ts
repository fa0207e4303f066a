import { join } from 'node:path'
import { startAnvil } from '@/dev/chains/anvil'
import { deployDelegate } from '@/dev/chains/deploy-delegate'
import { deployTokens, FAUCET_PRIVATE_KEY, type LocalToken } from '@/dev/chains/deploy-tokens'
import { rpc } from '@/dev/chains/rpc'
import { findFreePort } from '@/dev/free-port'
import type { Guard } from '@/dev/guard'
import { chainStateFile, type LocalChain } from '@/dev/local-chains'
import { type ChainReader, createChainReader } from '../chain-reader'
import { type PartControl, startPart } from './part-control'

/** A local chain of the run. `ask` goes to the node itself, past every proxy. */
export type FaultChain = {
  chainId: number
  rpcUrl: string
  cngn: string
  tokens: LocalToken[]
  control: PartControl
  reader: ChainReader
  ask: (method: string, ...params: unknown[]) => Promise<unknown>
  /** What the database's seed wants to know. */
  local: LocalChain
}

export const BLOCK_TIME_SECONDS = 1

/** Starts an anvil with blocks of a second and the stand-in tokens. */
export async function startFaultChain(
  input: { chainId: number; home: string; root: string },
  guard: Guard,
): Promise<FaultChain> {
  const { chainId, home, root } = input
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
  const artifacts = join(root, 'dist', 'contracts')
  const tokens = await deployTokens({ rpcUrl, artifacts })
  const delegateAddress = await deployDelegate({ rpcUrl, artifacts })
  const cngn = tokens.find(({ symbol }) => symbol === 'cNGN')?.address
  if (!cngn) throw new Error('the local chain has no cNGN')
  return {
    chainId,
    rpcUrl,
    cngn,
    tokens,
    control,
    reader: createChainReader({ rpcUrl, cngn }),
    ask: (method, ...params) => rpc(rpcUrl, method, params),
    local: { chainId, rpcUrl, tokens, faucetPrivateKey: FAUCET_PRIVATE_KEY, delegateAddress },
  }
}
