import { join } from 'node:path'
import { parseEther, toHex } from 'viem'
import { type RunningAnvil, startAnvil } from './chains/anvil'
import { deployDelegate } from './chains/deploy-delegate'
import { deployTokens, FAUCET_PRIVATE_KEY, type LocalToken } from './chains/deploy-tokens'
import { rpc } from './chains/rpc'
import { findFreePort } from './free-port'
import type { Supervisor } from './supervisor'

export type LocalChain = {
  chainId: number
  rpcUrl: string
  tokens: LocalToken[]
  faucetPrivateKey: string
  /** Where the delegate contract is, on a chain that has it. */
  delegateAddress?: string
}

// The first answers as the sponsored testnet of the specification's examples, the second as a mainnet that debits gas.
const CHAINS = [
  { chainId: 84532, port: 8545 },
  { chainId: 31337, port: 8546 },
] as const

const GAS_FUNDS = parseEther('100000')

export function chainPartName(chainId: number): string {
  return `chain-${chainId}`
}

/** Where a chain lives on, and how its process is recognized. */
export function chainStateFile(home: string, chainId: number): string {
  return join(home, 'chains', `${chainId}.json`)
}

export const LOCAL_CHAIN_IDS: readonly number[] = CHAINS.map(({ chainId }) => chainId)

/** Starts both chains and sees to it that their contracts exist. */
export async function startLocalChains(
  supervisor: Supervisor,
  input: { home: string; artifacts: string },
): Promise<LocalChain[]> {
  return Promise.all(
    CHAINS.map(async ({ chainId, port: usual }) => {
      const port = await findFreePort(usual)
      const name = chainPartName(chainId)
      const logFile = join(input.home, 'logs', `${name}.log`)
      const options = { chainId, port, logFile, stateFile: chainStateFile(input.home, chainId), blockTimeSeconds: 1 }
      await supervisor.add({
        name,
        logFile,
        start: (onSpawn): Promise<RunningAnvil> => startAnvil({ ...options, onSpawn }),
      })
      const rpcUrl = `http://127.0.0.1:${port}`
      const tokens = await deployTokens({ rpcUrl, artifacts: input.artifacts })
      const delegateAddress = await deployDelegate({ rpcUrl })
      return { chainId, rpcUrl, tokens, faucetPrivateKey: FAUCET_PRIVATE_KEY, delegateAddress }
    }),
  )
}

/** Fills a wallet of the platform on a local chain. */
export async function fundPlatformWallet(chain: LocalChain, address: string): Promise<void> {
  const balance = await rpc(chain.rpcUrl, 'eth_getBalance', [address, 'latest'])
  if (BigInt(String(balance)) < GAS_FUNDS / 2n) {
    await rpc(chain.rpcUrl, 'anvil_setBalance', [address, toHex(GAS_FUNDS)])
  }
}
