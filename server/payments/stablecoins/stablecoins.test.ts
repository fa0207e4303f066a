import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { erc20Abi } from '@/contracts/generated/erc20'
import { inOperator, workerCtx } from '@/server/ctx'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { createPayer, type Payer, readPayment, receiptsOf } from '@/server/payments/payment-world.test-data'
import { requestRefund } from '@/server/payments/refunds/request-refund'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { anyOperator } from '@/server/testing/any-operator'
import { type EngineWorld, openEngineWorld } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import {
  AMOUNT_MINOR,
  arrivalsAt,
  bookedUnits,
  depositsAt,
  openOnChains,
  readOn,
  sweepsOf,
  takeToken,
  until,
} from './stablecoin-world.test-data'
import { sweepPayments } from './sweep-payments'

const LONG = { timeout: 240_000 }
/** 31,000 naira of a token with six decimals. */
const ASKED = 31_000_000_000n

let world: EngineWorld
let payer: Payer
let currency: `${number}:${string}`
let treasury: string

beforeAll(async () => {
  world = await openEngineWorld({ confirmations: 3 })
  await takeToken({ ...world.chain.cngn, chainId: CHAIN_ID, peg: 'NGN' })
  currency = `${CHAIN_ID}:${world.chain.cngn.address}`
  const found = (await listPlatformWallets(workerCtx())).find(({ purpose }) => purpose === 'TREASURY')
  treasury = found?.address ?? ''
})
beforeEach(async () => {
  payer = await createPayer()
  world.chain.resumeMining()
})
afterAll(() => world.close())

async function open(options: { expiryAt?: Date } = {}) {
  const { paymentId, accounts } = await openOnChains(payer, options)
  const [account] = accounts
  if (!account) throw new Error('no account')
  return { paymentId, account, to: account.address, walletId: account.walletId }
}

/** Sweeps the address and expects that books and chain agree to the unit. */
async function sweepAll(walletId: string | null, units: bigint): Promise<void> {
  const held = await world.chain.tokenBalance(treasury)
  const booked = await bookedUnits(`chain.${CHAIN_ID}`, currency)
  expect(await sweepPayments(workerCtx())).toBe(1)
  const [sweep] = await sweepsOf(walletId)
  await world.runUntilEnded(sweep?.transactionId ?? '')
  expect(await sweepsOf(walletId)).toMatchObject([{ state: 'DONE', units }])
  expect((await world.chain.tokenBalance(treasury)) - held).toBe(units)
  expect((await bookedUnits(`chain.${CHAIN_ID}`, currency)) - booked).toBe(-units)
  expect(await sweepPayments(workerCtx())).toBe(0)
  expect(await ledgerDrift(workerCtx().db)).toEqual([])
}

const isPaid = (paymentId: string, status: string) => async () =>
  expect(await readPayment(paymentId)).toMatchObject({ status })

test('the exact amount settles a payment once it is final, and is swept to the treasury', LONG, async () => {
  const { paymentId, account, to, walletId } = await open()
  expect(account).toMatchObject({ expectedUnits: ASKED, currency, chainId: CHAIN_ID })
  await world.chain.fundToken(to, ASKED)
  await until(CHAIN_ID, isPaid(paymentId, 'SUCCESS'))
  expect(await receiptsOf(paymentId)).toMatchObject([{ units: ASKED, valueMinor: AMOUNT_MINOR, outcome: 'SETTLED' }])
  await readOn(CHAIN_ID)
  expect(await receiptsOf(paymentId)).toHaveLength(1)
  await sweepAll(walletId, ASKED)
  expect(await world.chain.tokenBalance(to)).toBe(0n)
  const [receipt] = await receiptsOf(paymentId)
  const back = {
    receiptId: receipt?.id ?? '',
    to: 'PROVIDER',
    amountNgn: 1n,
    reason: 'the payer wants it back',
  } as const
  const refused = inOperator(anyOperator(), (ctx) => requestRefund(ctx, back))
  await expect(refused).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringContaining('Credit the balance of the business manually'),
  })
})

test('two transfers settle a payment together; the first alone waits and is not swept', LONG, async () => {
  const { paymentId, to, walletId } = await open()
  await world.chain.fundToken(to, 1n)
  await until(CHAIN_ID, async () => expect(await receiptsOf(paymentId)).toMatchObject([{ outcome: 'HELD' }]))
  expect(await sweepPayments(workerCtx())).toBe(0)
  await world.chain.fundToken(to, ASKED - 1n)
  await until(CHAIN_ID, isPaid(paymentId, 'SUCCESS'))
  await sweepAll(walletId, ASKED)
})

test('a surplus goes to the balance, and the whole amount to the treasury', LONG, async () => {
  const { paymentId, to, walletId } = await open()
  await world.chain.fundToken(to, ASKED + 5_000_000n)
  await until(CHAIN_ID, isPaid(paymentId, 'SUCCESS'))
  expect((await readPayment(paymentId)).exceptions).toEqual(['OVERPAID'])
  await sweepAll(walletId, ASKED + 5_000_000n)
})

test('late money settles nothing and goes to the balance', LONG, async () => {
  const { paymentId, to, walletId } = await open({ expiryAt: new Date(Date.now() - 60_000) })
  await world.chain.fundToken(to, ASKED)
  await until(CHAIN_ID, async () => expect(await receiptsOf(paymentId)).toMatchObject([{ outcome: 'CREDITED' }]))
  expect((await readPayment(paymentId)).exceptions).toEqual(['LATE'])
  await sweepAll(walletId, ASKED)
})

test('native coins at the address are no payment: they are listed and never credited', LONG, async () => {
  const { paymentId, to, walletId } = await open()
  await world.chain.rpc.sendTransaction({ to: to as Address, value: parseEther('0.01'), chain: null })
  await until(CHAIN_ID, async () => expect(await arrivalsAt(walletId)).toMatchObject([{ state: 'FOREIGN' }]))
  expect(await receiptsOf(paymentId)).toEqual([])
  expect(await sweepPayments(workerCtx())).toBe(0)
})

test('a deposit that a reorg removed before finality is never booked', LONG, async () => {
  const { paymentId, to, walletId } = await open()
  await world.chain.holdMining()
  await world.chain.rpc.writeContract({
    ...{ chain: null, address: world.chain.cngn.address, functionName: 'transfer', args: [to as Address, ASKED] },
    abi: erc20Abi,
  })
  await world.chain.test.mine({ blocks: 1 })
  await until(CHAIN_ID, async () => expect(await depositsAt(walletId)).toMatchObject([{ stage: 'seen' }]))
  await world.chain.rebuild(1)
  world.chain.resumeMining()
  await until(CHAIN_ID, async () => expect(await depositsAt(walletId)).toMatchObject([{ stage: 'reverted' }]))
  expect(await receiptsOf(paymentId)).toEqual([])
  expect(await arrivalsAt(walletId)).toEqual([])
})

test('less than the token’s minimum stays at its address', LONG, async () => {
  const { paymentId, to } = await open({ expiryAt: new Date(Date.now() - 60_000) })
  await world.chain.fundToken(to, 999_999n)
  await until(CHAIN_ID, async () => expect(await receiptsOf(paymentId)).toMatchObject([{ outcome: 'CREDITED' }]))
  expect(await sweepPayments(workerCtx())).toBe(0)
})
