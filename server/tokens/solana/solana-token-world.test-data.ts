import { PublicKey } from '@solana/web3.js'
import { expect, vi } from 'vitest'
import { type CouponView, yieldView } from '@/schemas/tokens/payouts/contract'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import { PROGRAMS } from '@/server/chains/solana/programs'
import { workerCtx } from '@/server/ctx'
import { CLUSTER_ID, runEngine, startLocalSolana } from '@/server/testing/local-solana'
import { newWallet } from '@/server/testing/new-wallet'
import { requireChain } from '@/server/testing/require-chain'
import { testDatabase } from '@/server/testing/test-database'
import { walletClient } from '@/server/testing/wallet-client'
import { readChainDay } from '@/server/tokens/chain-day'
import { applyTokenDates } from '@/server/tokens/payouts/apply-token-dates'
import { tokenClient } from '@/server/tokens/token-client.test-data'

const DAY_MS = 86_400_000

// Set before the tests of a file are registered, because each takes the current value.
vi.setConfig({ testTimeout: 240_000 })

export const SOLANA_ASSET = {
  ticker: 'ACME',
  name: 'Acme fund',
  price: 1,
  chain: 'SOL',
  chainId: CLUSTER_ID,
  decimals: 6,
  assetClass: 'FUND',
  tokenType: 'ASSET',
}

/** Today plus this number of days, by our clock. */
export const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** Two monthly coupons of one percent of 100; the first is due in a month. */
export const solanaBond = (ticker: string, terms: object = {}) => ({
  ...SOLANA_ASSET,
  ticker,
  assetClass: 'BOND',
  tokenType: 'YIELD_BEARING',
  yieldParams: {
    annualRate: 12,
    firstCouponDate: dayAfter(31),
    maturityDate: dayAfter(62),
    couponInterval: 1,
    dayCount: '30E_360',
    faceValuePerToken: 100,
    gracePeriod: 5,
    callable: false,
    ...terms,
  },
})

const readClusterDay = async () => readChainDay(await requireChain(CLUSTER_ID))

/** A database, a cluster, and a business that issues tokens on it through /v1. */
export async function openSolanaTokenWorld() {
  const database = await testDatabase()
  const solana = await startLocalSolana({ finalizedAfterSlots: 4 })
  const client = await walletClient()
  const ownWallet = async () => (await newWallet(client.tenant, 'SOLANA')).address
  const admin = await ownWallet()

  const tokens = tokenClient(client, admin, { chainId: CLUSTER_ID, runEngine })

  const couponsOf = async (tokenId: string) =>
    yieldView.parse((await client.get(`/v1/tokens/${tokenId}/yield`)).data).coupons

  return {
    database,
    solana,
    client,
    admin,
    ownWallet,
    ...tokens,
    /** Sets our clock and the cluster's newest final slot to this time. `vi.useRealTimers()` resets our clock. */
    async travelTo(moment: string): Promise<void> {
      const now = Date.parse(moment)
      vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now })
      await client.signInAgain()
      const isThere = async () => (await readClusterDay()).seconds * 1_000 >= now
      await expect.poll(isThere, { timeout: 60_000, interval: 50 }).toBe(true)
    },
    /** Returns to today, because the cluster may still be at the day of an earlier test. */
    async backToday(): Promise<void> {
      const isToday = async () => (await readClusterDay()).day === dayAfter(0)
      await expect.poll(isToday, { timeout: 20_000, interval: 50 }).toBe(true)
    },
    /** Runs the daily job until the first coupon has this state. */
    async keptUntil(tokenId: string, status: CouponView['status']): Promise<void> {
      const first = async () => {
        await tokens.follow()
        await applyTokenDates(workerCtx())
        return (await couponsOf(tokenId))[0]?.status
      }
      await expect.poll(first, { timeout: 30_000, interval: 50 }).toBe(status)
    },
    couponsOf,
    async firstCoupon(tokenId: string): Promise<CouponView> {
      const [coupon] = await couponsOf(tokenId)
      if (!coupon) throw new Error('the bond has a coupon')
      return coupon
    },
    /** The account on the cluster; null if there is none. */
    async onChain(mint: string, owner: string): Promise<{ units: bigint; isFrozen: boolean } | null> {
      const address = new PublicKey(associatedAccount({ owner, mint, programId: PROGRAMS.token2022 }))
      const account = await solana.connection.getAccountInfo(address)
      if (!account) return null
      return { units: account.data.readBigUInt64LE(64), isFrozen: account.data[108] === 2 }
    },
    supplyOf: async (mint: string): Promise<bigint> =>
      BigInt((await solana.connection.getTokenSupply(new PublicKey(mint))).value.amount),
    async close() {
      await solana.stop()
      await database.close()
    },
  }
}
export type SolanaTokenWorld = Awaited<ReturnType<typeof openSolanaTokenWorld>>
