import { type Address, getAddress } from 'viem'
import { erc20Abi } from '@/contracts/generated/erc20'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { workerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { CHAIN_ID, startLocalChain } from '@/server/testing/local-chain'
import { newWallet } from '@/server/testing/new-wallet'
import { requireChain } from '@/server/testing/require-chain'
import { testDatabase } from '@/server/testing/test-database'
import { walletClient } from '@/server/testing/wallet-client'
import { applyTokenDates } from './payouts/apply-token-dates'
import { tokenClient } from './token-client.test-data'

export const PLAIN = {
  ticker: 'MMF',
  name: 'Money market fund',
  price: 1,
  chain: 'BASE',
  decimals: 6,
  assetClass: 'MONEY_MARKET',
  tokenType: 'ASSET',
}
const SECONDS_PER_DAY = 86_400

/** A database, a chain with the asset factory, and a business that issues tokens on it through /v1. */
export async function openTokenWorld() {
  const database = await testDatabase()
  const chain = await startLocalChain()
  const client = await walletClient()
  const admin = getAddress((await newWallet(client.tenant)).address)
  const usdc = (await requireChain()).tokens.find(({ symbol }) => symbol === 'USDC')
  if (!usdc) throw new Error('the local chain has no USDC')
  const payment = getAddress(usdc.address)

  const tokens = tokenClient(client, admin, { chainId: CHAIN_ID, runEngine: () => runEvmEngine(workerCtx(), CHAIN_ID) })

  return {
    database,
    chain,
    client,
    admin,
    payment,
    ...tokens,
    newWallet: async (): Promise<Address> => getAddress((await newWallet(client.tenant)).address),
    keep: () => applyTokenDates(workerCtx()),
    /** Moves the chain to the first second of this day, unless it is later already. */
    async travelTo(day: string): Promise<void> {
      const timestamp = BigInt(Date.parse(`${day}T00:00:10Z`) / 1_000)
      await chain.test.setNextBlockTimestamp({ timestamp })
      await chain.test.mine({ blocks: 1 })
    },
    /** The day (UTC) this many days after the newest block. */
    async dayAfter(days: number): Promise<string> {
      const { timestamp } = await chain.rpc.getBlock()
      return new Date((Number(timestamp) + days * SECONDS_PER_DAY) * 1_000).toISOString().slice(0, 10)
    },
    /** Mints the token in which coupons are paid. */
    async fund(to: Address, units: bigint): Promise<void> {
      const call = {
        chain: null,
        address: payment,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [to, units],
      } as const
      const hash = await chain.rpc.writeContract(call)
      await waitForReceipt(chain.rpc, hash)
    },
    paidTo: (holder: Address) =>
      chain.rpc.readContract({ address: payment, abi: erc20Abi, functionName: 'balanceOf', args: [holder] }),
    onChain: (token: string, holder: Address) =>
      chain.rpc.readContract({
        address: getAddress(token),
        abi: yieldTokenAbi,
        functionName: 'balanceOf',
        args: [holder],
      }),
    supplyOf: (token: string) =>
      chain.rpc.readContract({ address: getAddress(token), abi: yieldTokenAbi, functionName: 'totalSupply' }),
    async close() {
      await chain.stop()
      await database.close()
    },
  }
}
export type TokenWorld = Awaited<ReturnType<typeof openTokenWorld>>
