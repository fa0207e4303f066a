import { join } from 'node:path'
import { rpc } from '@/dev/chains/rpc'
import { findFreePort } from '@/dev/free-port'
import type { Guard } from '@/dev/guard'
import type { LocalCluster } from '@/dev/local-clusters'
import { startNodePart } from '@/dev/start-node-part'
import { type ClusterReader, createClusterReader } from '@/e2e/faults/cluster-reader'
import { faucetKeypair } from '@/packages/solana-rpc/airdrop'
import { createMints } from '@/packages/solana-rpc/create-mints'
import { type PartControl, startPart } from './part-control'

/** A local Solana cluster of the run. */
export type FaultCluster = {
  chainId: number
  control: PartControl
  reader: ClusterReader
  ask: (method: string, ...params: unknown[]) => Promise<unknown>
  /** The local cluster as the database's seed needs it. */
  local: LocalCluster
}

const CHAIN_ID = 103

/** Starts a stand-in for devnet, whose fees the platform pays. */
export async function startFaultCluster(
  { home, root, bundle }: { home: string; root: string; bundle: string },
  guard: Guard,
): Promise<FaultCluster> {
  const name = `chain-${CHAIN_ID}`
  const port = await findFreePort()
  const rpcUrl = `http://127.0.0.1:${port}`
  const logFile = join(home, 'logs', `${name}.log`)
  const args = [bundle, '--port', String(port), '--chain-id', String(CHAIN_ID)]
  const part = { name, args, env: process.env, cwd: root, logFile, healthUrl: `${rpcUrl}/health` }
  const control = await startPart({ name, logFile, start: (onSpawn) => startNodePart(part, onSpawn) }, guard)
  const faucetSecretKey = Buffer.from(faucetKeypair().secretKey).toString('base64')
  const tokens = await createMints(rpcUrl)
  return {
    chainId: CHAIN_ID,
    control,
    reader: createClusterReader(rpcUrl),
    ask: (method, ...params) => rpc(rpcUrl, method, params),
    local: { chainType: 'SOLANA', chainId: CHAIN_ID, rpcUrl, tokens, faucetSecretKey },
  }
}
