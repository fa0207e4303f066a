import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { chainTokens, depositAccounts, paymentSweeps, payments, subscriptions, wallets } from '@/db/schema'
import { stablecoinAccountView } from '@/schemas/payments/accounts/contract'
import { PAYMENT_DEPOSIT } from '@/schemas/payments/words'
import { forgetChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { driftOf, unitsOf } from '@/server/ledger/holder.test-data'
import { createPlanAt, RATE_E8, readPayment, receiptsOf } from '@/server/payments/payment-world.test-data'
import { requireChain } from '@/server/testing/require-chain'
import { setRate } from '@/server/testing/set-rate'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { findTreasury } from './find-treasury'
import { arrivalsAt, bookedUnits, takeToken, until } from './stablecoin-world.test-data'
import { sweepPayments } from './sweep-payments'

export type Coin = { address: string; symbol: string; decimals: number; peg: 'USD' | 'NGN' }

/** A local chain for payments. */
export type OnChain = {
  chainId: number
  /** Tokens that payments are accepted in. */
  taken: readonly Coin[]
  /** A token that the chain has and payments do not accept. */
  wrong: Coin
  send: (coin: Coin, to: string, units: bigint) => Promise<void>
  balance: (coin: Coin, owner: string) => Promise<bigint>
  /** Runs the engine until the transaction has ended. */
  end: (transactionId: string) => Promise<void>
}

const db = () => workerCtx().db
const WITHIN_MS = 60_000
const PRICE_MINOR = 3_100_000n

/** The tests of token payments through /v1 for any chain. Each case uses another token. */
export function suiteOfChain(name: string, world: () => OnChain): void {
  let client: WalletClient
  beforeAll(async () => {
    const { chainId, taken, wrong } = world()
    for (const { peg: _peg, ...coin } of [...taken, wrong])
      await db()
        .insert(chainTokens)
        .values({ ...coin, chainId })
        .onConflictDoNothing()
    for (const coin of taken) await takeToken({ ...coin, chainId })
    forgetChains()
  })
  beforeEach(async () => {
    client = await walletClient()
    await db().delete(subscriptions).where(eq(subscriptions.businessId, client.businessId))
    await setRate(RATE_E8)
  })

  async function open(purpose: Purpose, coin: Coin) {
    const request =
      purpose === 'WALLET_TOPUP'
        ? { purpose, amountUsd: 20 }
        : { purpose, planId: await createPlanAt({ priceMinor: PRICE_MINOR }), billingCycle: 'MONTHLY' }
    const answer = await client.post('/v1/payments/subscribe?providerType=STABLECOIN', request)
    const accounts = z.array(stablecoinAccountView).parse(answer.data)
    expect(accounts.map(({ tokenAddress }) => tokenAddress).sort()).toEqual(
      world()
        .taken.map(({ address }) => address)
        .sort(),
    )
    const shown = accounts.find(({ tokenAddress }) => tokenAddress === coin.address)
    expect(shown?.amountExpected).toBe(coin.peg === 'USD' ? 20 : 31_000)
    const isOfCoin = and(eq(depositAccounts.reference, shown?.reference ?? ''))
    const [account] = await db().select().from(depositAccounts).where(isOfCoin)
    if (!account?.address || !shown) throw new Error('no account')
    expect(account.expectedUnits).toBe(BigInt(shown.amountExpected) * 10n ** BigInt(coin.decimals))
    return { ...account, address: account.address }
  }

  /** Expects that payment addresses and the treasury together hold what the ledger says, for each token. */
  async function expectAgreed(): Promise<void> {
    const { chainId, taken, balance } = world()
    const { chainType } = await requireChain(chainId)
    const isOurs = and(eq(wallets.purpose, PAYMENT_DEPOSIT), eq(wallets.chainType, chainType))
    const owners = (await db().select().from(wallets).where(isOurs)).map(({ address }) => address)
    const treasury = await findTreasury(workerCtx(), { chainType })
    if (!treasury) throw new Error('no treasury')
    for (const coin of taken) {
      const currency = `${chainId}:${coin.address}` as const
      const held = await Promise.all(owners.map((owner) => balance(coin, owner)))
      expect(-(await bookedUnits(`chain.${chainId}_deposits`, currency))).toBe(held.reduce((a, b) => a + b, 0n))
      expect(-(await bookedUnits(`chain.${chainId}`, currency))).toBe(await balance(coin, treasury.address))
    }
    expect(await driftOf(client.tenant)).toEqual([])
  }

  async function sweepAll(): Promise<void> {
    await expectAgreed()
    await sweepPayments(workerCtx())
    const open = await db().select().from(paymentSweeps).where(eq(paymentSweeps.state, 'OPEN'))
    for (const { transactionId } of open) await world().end(transactionId ?? '')
    await expectAgreed()
  }

  const settled = (paymentId: string, exceptions: string[] = []) =>
    until(
      world().chainId,
      async () => expect(await readPayment(paymentId)).toMatchObject({ status: 'SUCCESS', exceptions }),
      WITHIN_MS,
    )
  const outcomesOf = async (paymentId: string) => (await receiptsOf(paymentId)).map(({ outcome }) => outcome)
  const arrived = (paymentId: string, outcomes: string[]) =>
    until(world().chainId, async () => expect(await outcomesOf(paymentId)).toEqual(outcomes), WITHIN_MS)
  const runs = async () =>
    (await db().select().from(subscriptions).where(eq(subscriptions.businessId, client.businessId))).map(
      ({ status }) => status,
    )
  const dollars = () => unitsOf(client.tenant, 'USD', 'available')
  /** Another accepted token for each case. */
  const coinOf = (n: number): Coin => {
    const { taken } = world()
    const coin = taken[n % taken.length]
    if (!coin) throw new Error('nothing is taken')
    return coin
  }

  describe.each(PURPOSES)(`${name}: %s`, (purpose, shift) => {
    const isTopUp = purpose === 'WALLET_TOPUP'

    test('exact: it settles and is swept', async () => {
      const coin = coinOf(shift)
      const { paymentId, address, expectedUnits } = await open(purpose, coin)
      await world().send(coin, address, expectedUnits)
      await settled(paymentId)
      expect(await outcomesOf(paymentId)).toEqual(['SETTLED'])
      expect(await dollars()).toBe(isTopUp ? 20_000_000n : 0n)
      expect(await runs()).toEqual(isTopUp ? [] : ['ACTIVE'])
      await sweepAll()
      expect(await world().balance(coin, address)).toBe(0n)
    })

    test('split over two transfers: the first waits, unswept, and both settle', async () => {
      const coin = coinOf(shift + 1)
      const { paymentId, address, expectedUnits } = await open(purpose, coin)
      await world().send(coin, address, 1_000_003n)
      await arrived(paymentId, ['HELD'])
      await sweepAll()
      expect(await world().balance(coin, address)).toBe(1_000_003n)
      await world().send(coin, address, expectedUnits - 1_000_003n)
      await settled(paymentId)
      expect(await outcomesOf(paymentId)).toEqual(['SETTLED', 'SETTLED'])
      await sweepAll()
      expect(await world().balance(coin, address)).toBe(0n)
    })

    test('over: it settles, what is over is in the balance, all is swept', async () => {
      const coin = coinOf(shift + 2)
      const { paymentId, address, expectedUnits } = await open(purpose, coin)
      await world().send(coin, address, expectedUnits + expectedUnits / 4n + 1n)
      await settled(paymentId, ['OVERPAID'])
      expect(await dollars()).toBe(isTopUp ? 25_000_000n : 5_000_000n)
      await sweepAll()
      expect(await world().balance(coin, address)).toBe(0n)
    })

    test('late: it settles nothing, is in the balance, and is swept', async () => {
      const coin = coinOf(shift)
      const { paymentId, address, expectedUnits } = await open(purpose, coin)
      const over = { expiryAt: new Date(Date.now() - 60_000) }
      await db().update(payments).set(over).where(eq(payments.id, paymentId))
      await db().update(depositAccounts).set(over).where(eq(depositAccounts.paymentId, paymentId))
      await world().send(coin, address, expectedUnits)
      await arrived(paymentId, ['CREDITED'])
      expect(await readPayment(paymentId)).toMatchObject({ status: 'PENDING', exceptions: ['LATE'] })
      expect(await runs()).toEqual(isTopUp ? [] : ['PENDING'])
      expect(await dollars()).toBe(20_000_000n)
      await sweepAll()
      expect(await world().balance(coin, address)).toBe(0n)
    })

    test('wrong token: no payment, shown to operators, never swept', async () => {
      const { wrong } = world()
      const { paymentId, address, walletId } = await open(purpose, coinOf(shift))
      await world().send(wrong, address, 5_000_000n)
      const seen = async () => expect(await arrivalsAt(walletId)).toMatchObject([{ state: 'FOREIGN' }])
      await until(world().chainId, seen, WITHIN_MS)
      expect(await outcomesOf(paymentId)).toEqual([])
      await sweepAll()
      expect(await world().balance(wrong, address)).toBe(5_000_000n)
    })
  })
}

type Purpose = 'WALLET_TOPUP' | 'SUBSCRIPTION'
const PURPOSES: [Purpose, number][] = [
  ['WALLET_TOPUP', 0],
  ['SUBSCRIPTION', 1],
]
