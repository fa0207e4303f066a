import { join } from 'node:path'
import { parseEther, toHex } from 'viem'
import { type RunningAnvil, startAnvil } from './chains/anvil'
import { deployAssetFactory } from './chains/deploy-assets'
import { deployDelegate } from './chains/deploy-delegate'
import { deployTokens, FAUCET_PRIVATE_KEY, type LocalToken } from './chains/deploy-tokens'
import { rpc } from './chains/rpc'
import type { Supervisor } from './supervisor'

export type LocalChain = {
  chainId: number
  rpcUrl: string
  tokens: LocalToken[]
  faucetPrivateKey: string
  /** Where the delegate contract is, on a chain that has it. */
  delegateAddress?: string
}

/** The local chain that plays a mainnet. */
export const MAINNET_CHAIN_ID = 31337

// The first answers as the sponsored testnet of the specification's examples, the second as a mainnet that debits gas.
export const LOCAL_CHAINS = [
  { chainId: 84532, port: 8545 },
  { chainId: MAINNET_CHAIN_ID, port: 8546 },
] as const

const GAS_FUNDS = parseEther('100000')

export function chainPartName(chainId: number): string {
  return `chain-${chainId}`
}

/** Where a chain lives on, and how its process is recognized. */
export function chainStateFile(home: string, chainId: number): string {
  return join(home, 'chains', `${chainId}.json`)
}

/** Starts both chains and sees to it that their contracts exist. */
export async function startLocalChains(
  supervisor: Supervisor,
  input: {
    home: string
    ports: ReadonlyMap<number, number>
    /** The age of the chain that plays a mainnet, when it is new: the demo's data there needs a past. */
    mainnetBornSecondsAgo?: number
  },
): Promise<LocalChain[]> {
  return Promise.all(
    LOCAL_CHAINS.map(async ({ chainId }) => {
      const port = portOf(input.ports, chainId)
      const name = chainPartName(chainId)
      const logFile = join(input.home, 'logs', `${name}.log`)
      const stateFile = chainStateFile(input.home, chainId)
      const bornSecondsAgo = chainId === MAINNET_CHAIN_ID ? input.mainnetBornSecondsAgo : undefined
      const options = { chainId, port, logFile, stateFile, blockTimeSeconds: 1, isMinedFromHere: true, bornSecondsAgo }
      await supervisor.add({
        name,
        logFile,
        ports: [port],
        start: (onSpawn): Promise<RunningAnvil> => startAnvil({ ...options, onSpawn }),
      })
      const rpcUrl = `http://127.0.0.1:${port}`
      const tokens = await deployTokens({ rpcUrl })
      const delegateAddress = await deployDelegate({ rpcUrl })
      await deployAssetFactory({ rpcUrl })
      return { chainId, rpcUrl, tokens, faucetPrivateKey: FAUCET_PRIVATE_KEY, delegateAddress }
    }),
  )
}

/** The port held for a chain. */
export function portOf(ports: ReadonlyMap<number, number>, chainId: number): number {
  const port = ports.get(chainId)
  if (port === undefined) throw new Error(`no port is held for the local chain ${chainId}`)
  return port
}

/** Fills a wallet of the platform on a local chain. */
export async function fundPlatformWallet(chain: LocalChain, address: string): Promise<void> {
  const balance = await rpc(chain.rpcUrl, 'eth_getBalance', [address, 'latest'])
  if (BigInt(String(balance)) < GAS_FUNDS / 2n) {
    await rpc(chain.rpcUrl, 'anvil_setBalance', [address, toHex(GAS_FUNDS)])
  }
}
