import { PublicKey } from '@solana/web3.js'
import { expect, vi } from 'vitest'
import { type CouponView, yieldView } from '@/schemas/tokens/payouts/contract'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import { PROGRAMS } from '@/server/chains/solana/programs'
import { workerCtx } from '@/server/ctx'
import { CLUSTER_ID, runPump, startLocalSolana } from '@/server/testing/local-solana'
import { newWallet } from '@/server/testing/new-wallet'
import { requireChain } from '@/server/testing/require-chain'
import { testDatabase } from '@/server/testing/test-database'
import { walletClient } from '@/server/testing/wallet-client'
import { readChainDay } from '@/server/tokens/chain-day'
import { keepTokens } from '@/server/tokens/payouts/keep-tokens'
import { tokenClient } from '@/server/tokens/token-client.test-data'

const DAY_MS = 86_400_000

// Before any test of a file is known: each has what is set then.
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

/** Two monthly coupons of a percent of 100, the first of which is a month away. */
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

  const tokens = tokenClient(client, admin, { chainId: CLUSTER_ID, pump: runPump })

  const couponsOf = async (tokenId: string) =>
    yieldView.parse((await client.get(`/v1/tokens/${tokenId}/yield`)).data).coupons

  return {
    solana,
    client,
    admin,
    ownWallet,
    ...tokens,
    /** Our clock and the cluster's newest final slot are at this moment: `vi.useRealTimers()` goes back. */
    async travelTo(moment: string): Promise<void> {
      const now = Date.parse(moment)
      vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now })
      await client.signInAgain()
      const isThere = async () => (await readClusterDay()).seconds * 1_000 >= now
      await expect.poll(isThere, { timeout: 60_000, interval: 50 }).toBe(true)
    },
    /** The cluster may still be at the day that a test before travelled to. */
    async backToday(): Promise<void> {
      const isToday = async () => (await readClusterDay()).day === dayAfter(0)
      await expect.poll(isToday, { timeout: 20_000, interval: 50 }).toBe(true)
    },
    /** Coupons fall due, and are recorded, as their days come; until the first is in this state. */
    async keptUntil(tokenId: string, status: CouponView['status']): Promise<void> {
      const first = async () => {
        await keepTokens(workerCtx())
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
    /** As the cluster has it; null without an account. */
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
