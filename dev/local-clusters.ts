import { join } from 'node:path'
import { faucetKeypair } from '@/packages/solana-rpc/airdrop'
import { createMints, type LocalMint } from '@/packages/solana-rpc/create-mints'
import { loadMachine } from '@/packages/solana-rpc/open-svm'
import { bundleFile } from './build'
import { rpc } from './chains/rpc'
import { chainPartName, chainStateFile, portOf } from './local-chains'
import { startNodePart } from './start-node-part'
import type { Supervisor } from './supervisor'

export type LocalCluster = {
  chainType: 'SOLANA'
  chainId: number
  rpcUrl: string
  tokens: LocalMint[]
  /** 64 bytes in base64, as web3.js takes them: holds all SOL and the supply of the tokens. */
  faucetSecretKey: string
}

// A devnet stand-in whose fees the platform sponsors, and a mainnet that debits them.
export const LOCAL_CLUSTERS = [
  { chainId: 103, port: 8899 },
  { chainId: 101, port: 8897 },
] as const

const FEE_PAYER_LAMPORTS = 10_000_000_000_000

/** Starts both Solana clusters and sees to it that their tokens exist. */
export async function startLocalClusters(
  supervisor: Supervisor,
  { home, root, ports }: { home: string; root: string; ports: ReadonlyMap<number, number> },
): Promise<LocalCluster[]> {
  // Where there is no build, its sentence ends the start, not a process that crashes.
  await loadMachine()
  return Promise.all(
    LOCAL_CLUSTERS.map(async ({ chainId }) => {
      const port = portOf(ports, chainId)
      const name = chainPartName(chainId)
      const logFile = join(home, 'logs', `${name}.log`)
      const rpcUrl = `http://127.0.0.1:${port}`
      const flags = [
        '--web-socket',
        '--port',
        port,
        '--chain-id',
        chainId,
        '--state-file',
        chainStateFile(home, chainId),
      ].map(String)
      const args = ['--enable-source-maps', bundleFile(root, 'solana'), ...flags]
      const part = { name, args, env: process.env, cwd: root, logFile, healthUrl: `${rpcUrl}/health` }
      await supervisor.add({
        name,
        logFile,
        ports: [port, port + 1],
        start: (onSpawn) => startNodePart(part, onSpawn),
      })
      const faucetSecretKey = Buffer.from(faucetKeypair().secretKey).toString('base64')
      return { chainType: 'SOLANA' as const, chainId, rpcUrl, tokens: await createMints(rpcUrl), faucetSecretKey }
    }),
  )
}

/** Fills a wallet of the platform on a local cluster. */
export async function fundFeePayer({ rpcUrl }: LocalCluster, address: string): Promise<void> {
  await rpc(rpcUrl, 'litesvm_setBalance', [address, FEE_PAYER_LAMPORTS])
}
