import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { workerCtx } from '@/server/ctx'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { createPayer, readPayment, receiptsOf } from '@/server/payments/payment-world.test-data'
import { CLUSTER_ID, type LocalSolana, runEngine, startLocalSolana } from '@/server/testing/local-solana'
import { openDatabase } from '@/server/testing/open-database'
import { findTreasury } from './find-treasury'
import { arrivalsAt, bookedUnits, openOnChains, sweepsOf, takeToken, until } from './stablecoin-world.test-data'
import { sweepPayments } from './sweep-payments'

openDatabase()
let solana: LocalSolana
beforeAll(async () => {
  solana = await startLocalSolana({ finalizedAfterSlots: 8 })
})
afterAll(() => solana.stop())

const WITHIN = 60_000
const NAIRA = 31_000_000_000n
const DOLLARS = 20_000_000n

test('one address receives two tokens of different programs, and settled amounts reach the treasury to the unit', async () => {
  const pegs = { cNGN: 'NGN', USDC: 'USD' } as const
  for (const symbol of ['cNGN', 'USDC'] as const) {
    const { mint, decimals } = solana.tokenOf(symbol)
    await takeToken({ chainId: CLUSTER_ID, address: mint.toBase58(), symbol, decimals, peg: pegs[symbol] })
  }
  const [first, second] = [await openOnChains(await createPayer()), await openOnChains(await createPayer())]
  const [account] = first.accounts
  const [other] = second.accounts
  if (!account || !other) throw new Error('no account')
  expect(new Set(first.accounts.map(({ address }) => address)).size).toBe(1)
  expect(first.accounts.map(({ expectedUnits }) => expectedUnits).sort()).toEqual([DOLLARS, NAIRA])
  await solana.fundToken('USDC', account.address, DOLLARS - 1n)
  await solana.fundToken('USDC', account.address, 1n)
  await solana.fundToken('cNGN', other.address, NAIRA + 7n)
  await until(
    CLUSTER_ID,
    async () => {
      expect(await readPayment(first.paymentId)).toMatchObject({ status: 'SUCCESS', exceptions: [] })
      expect(await readPayment(second.paymentId)).toMatchObject({ status: 'SUCCESS' })
    },
    WITHIN,
  )
  expect(await receiptsOf(first.paymentId)).toHaveLength(2)
  const treasury = (await findTreasury(workerCtx(), { chainType: 'SOLANA' }))?.address ?? ''
  expect(await sweepPayments(workerCtx())).toBe(2)
  await vi.waitFor(
    async () => {
      await runEngine()
      expect(await sweepsOf(account.walletId)).toMatchObject([{ state: 'DONE', units: DOLLARS }])
      expect(await sweepsOf(other.walletId)).toMatchObject([{ state: 'DONE', units: NAIRA + 7n }])
    },
    { timeout: WITHIN, interval: 200 },
  )
  expect(await solana.tokenBalance('USDC', treasury)).toBe(DOLLARS)
  expect(await solana.tokenBalance('cNGN', treasury)).toBe(NAIRA + 7n)
  expect(await solana.tokenBalance('USDC', account.address)).toBe(0n)
  const currency = `${CLUSTER_ID}:${solana.tokenOf('USDC').mint.toBase58()}` as const
  expect(await bookedUnits(`chain.${CLUSTER_ID}`, currency)).toBe(-DOLLARS)
  expect(await bookedUnits(`chain.${CLUSTER_ID}_deposits`, currency)).toBe(0n)
  expect(await ledgerDrift(workerCtx().db)).toEqual([])
  // Transfers of the fee payer to an address, such as rent, are no payments.
  expect((await arrivalsAt(account.walletId)).map(({ state }) => state)).toEqual(['RECEIVED', 'RECEIVED'])
})
