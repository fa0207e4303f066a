import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { type Address, createTestClient, createWalletClient, type Hex, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { erc20Abi } from '@/contracts/generated/erc20'
import { chains, chainTokens, rpcEndpoints } from '@/db/schema'
import { startAnvil } from '@/dev/chains/anvil'
import { deployAssetFactory } from '@/dev/chains/deploy-assets'
import { deployTokens, FAUCET_PRIVATE_KEY } from '@/dev/chains/deploy-tokens'
import { rpc } from '@/dev/chains/rpc'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { findFreePort } from '@/dev/free-port'
import { forgetChains } from '@/server/chains/registry'
import { inWorker } from '@/server/ctx'
import { ensureGasWallet } from '@/server/platform/gas-wallet'
import { BLOCK_TIME_MS, startMining } from './start-mining'
import { whenAvailable } from './when-available'

export const CHAIN_ID = 84532

/** Longer blocks keep a base fee up: each empty one lowers it by an eighth. */
export type ChainOptions = { confirmations?: number; blockTimeMs?: number }

/**
 * Starts an anvil, known to the test's database as chain 84532, with the local test tokens, the asset factory and a
 * funded gas wallet.
 */
export async function startLocalChain({ confirmations = 1, blockTimeMs = BLOCK_TIME_MS }: ChainOptions = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-anvil-'))
  const anvil = await startAnvil({
    chainId: CHAIN_ID,
    port: await findFreePort(),
    logFile: path.join(folder, 'anvil.log'),
  })
  const tokens = await deployTokens({ rpcUrl: anvil.rpcUrl })
  await deployAssetFactory({ rpcUrl: anvil.rpcUrl })
  await inWorker(async ({ db }) => {
    await db.insert(rpcEndpoints).values({ chainId: CHAIN_ID, url: anvil.rpcUrl }).onConflictDoNothing()
    await db
      .update(chains)
      .set({
        confirmations,
        blockTimeMs,
        laneWindow: 64,
        gasStrategy: 'topup',
        l1Fee: 'none',
      })
      .where(eq(chains.chainId, CHAIN_ID))
    for (const token of tokens)
      await db
        .insert(chainTokens)
        .values({ chainId: CHAIN_ID, ...token })
        .onConflictDoNothing()
  })
  const gasWallet = await whenAvailable(ensureGasWallet)
  forgetChains()
  const faucet = privateKeyToAccount(FAUCET_PRIVATE_KEY)
  const wallet = createWalletClient({ account: faucet, transport: http(anvil.rpcUrl) }).extend(publicActions)
  const test = createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
  await test.setBalance({ address: gasWallet as Address, value: 10n ** 21n })
  await test.setAutomine(false)
  const mining = startMining(() => test.request({ method: 'evm_mine', params: undefined }), blockTimeMs)
  const [cngn] = tokens
  if (!cngn) throw new Error('the local chain has no token')
  return {
    anvil,
    test,
    rpc: wallet,
    cngn,
    gasWallet,
    async fundToken(to: string, units: bigint): Promise<void> {
      const hash: Hex = await wallet.writeContract({
        chain: null,
        address: cngn.address,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [to as Address, units],
      })
      await waitForReceipt(wallet, hash)
    },
    tokenBalance: (owner: string): Promise<bigint> =>
      wallet.readContract({
        address: cngn.address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [owner as Address],
      }),
    holdMining: mining.hold,
    resumeMining: mining.resume,
    /**
     * The last blocks never were: none of ours is in what takes their place. A block that anvil mines meanwhile leaves
     * numbers without a block below it.
     */
    rebuild: (depth: number) => mining.without(() => rpc(anvil.rpcUrl, 'anvil_reorg', [depth, []])),
    /**
     * Returns a function that takes the chain back to its present state and puts other, empty blocks in the place of
     * those mined since, and one above them: followers roll back only after the chain passes the last block they read.
     */
    async snapshot(): Promise<() => Promise<void>> {
      const id = await mining.without(() => test.snapshot())
      return () =>
        mining.without(async () => {
          const replaced = await wallet.getBlockNumber({ cacheTime: 0 })
          await test.revert({ id })
          const kept = await wallet.getBlockNumber({ cacheTime: 0 })
          await test.mine({ blocks: Number(replaced - kept) + 1 })
        })
    },
    async stop() {
      await mining.stop()
      await anvil.stop()
    },
  }
}
export type LocalChain = Awaited<ReturnType<typeof startLocalChain>>
