import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { type Address, encodeFunctionData, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { erc20Abi } from '@/contracts/generated/erc20'
import { tokenPayouts, tokenSteps } from '@/db/schema'
import { operationView } from '@/schemas/tokens/operations/contract'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { MS_PER_HOUR } from '@/server/durations'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { newWallet } from '@/server/testing/new-wallet'
import { alarmedOf } from '@/server/testing/open-alarms'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'
import type { Answer } from '@/server/testing/wallet-client'
import { watchRedemptions } from './follow/watch-redemptions'
import { encodeMint, encodeRecordRedemption } from './operations/asset-calls'
import { openTokenWorld, PLAIN, type TokenWorld } from './token-world.test-data'

const LONG = { timeout: proofTimeout(240_000) }
const UNIT = 1_000_000n
const PRINCIPAL = 1_200n * UNIT
const db = () => workerCtx().db

let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())
beforeEach(() => world.client.signInAgain())

/**
 * A bond without interest that can be called today. A holder has twelve of it, and the tokenAdmin has the money for
 * these.
 */
async function callableBond(funds = PRINCIPAL) {
  const wallet = await newWallet(world.client.tenant)
  const admin = getAddress(wallet.address)
  const terms = { annualRate: 0, couponInterval: 12, dayCount: '30_360', faceValuePerToken: 100, gracePeriod: 5 }
  const days = { firstCouponDate: await world.dayAfter(300), maturityDate: await world.dayAfter(400) }
  const callDate = await world.dayAfter(1)
  const yieldParams = { ...terms, ...days, callable: true, callDate }
  const body = { ...PLAIN, assetClass: 'BOND', tokenType: 'YIELD_BEARING', tokenAdmin: admin, yieldParams }
  const { id, contractAddress } = await world.active(body)
  const holder = await world.newWallet()
  await world.done(id, 'wallets', { address: holder, investorId: 'one' })
  await world.done(id, 'mint', { to: holder, amount: '12' })
  await world.fund(admin, funds)
  await world.travelTo(callDate)
  await world.client.signInAgain()
  return { id, admin, adminIndex: wallet.addressIndex, holder, contract: getAddress(contractAddress) }
}
type Bond = Awaited<ReturnType<typeof callableBond>>

/** Signs a call with the tokenAdmin's key, without an operation. */
async function sign({ adminIndex: addressIndex }: Bond, to: Address, data: Hex): Promise<Answer> {
  const body = { chainType: 'EVM', chainId: CHAIN_ID, addressIndex, transaction: { to, data } }
  return world.client.post('/v1/wallet/hd/sign', body, randomUUID())
}

async function redemptionOf({ id }: Bond) {
  const own = and(eq(tokenPayouts.tokenId, id), eq(tokenPayouts.index, 0))
  const [row] = await db().select().from(tokenPayouts).where(own)
  return row ?? null
}

const isRecorded = async (bond: Bond) => (await redemptionOf(bond))?.basisUnits != null

/** Expects that no holder is locked by a redemption without money. */
async function expectNoneLocked(bond: Bond): Promise<void> {
  const { status } = await world.read(bond.id)
  if (await isRecorded(bond)) expect(status).toBe('REDEEMED')
  else expect(status).toBe('ACTIVE')
}

const asked = fc.shuffledSubarray(['call', 'mint', 'mint-many', 'burn', 'move'] as const, { minLength: 2 })

test('a call concurrent with mints, burns and transfers records only what its money covers', LONG, async () => {
  await fc.assert(
    fc.asyncProperty(asked, fc.boolean(), async (kinds, isHeld) => {
      const bond = await callableBond()
      const { id, holder: to } = bond
      const start = {
        call: () => world.ask(id, 'call'),
        mint: () => world.ask(id, 'mint', { to, amount: '1' }),
        'mint-many': () => world.ask(id, 'mint', { items: [{ to, amount: '3' }] }),
        burn: () => world.ask(id, 'burn', { from: to, amount: '1' }),
        move: () => world.ask(id, 'transfer', { from: to, to: bond.admin, amount: '1', forced: true }),
      }
      if (isHeld) await world.chain.holdMining()
      const answers = await Promise.all(
        ['call' as const, ...kinds.filter((kind) => kind !== 'call')].map((kind) => start[kind]()),
      )
      const [called, ...others] = answers
      const accepted = others.filter(({ code }) => code === 202)
      if (called?.code === 202) expect(accepted).toEqual([])
      for (const answer of answers.filter(({ code }) => code !== 202))
        expect([answer.code, answer.refusal]).toEqual([409, 'operation_open'])
      if (isHeld) world.chain.resumeMining()
      for (const answer of answers.filter(({ code }) => code === 202)) await world.ended(id, answer)
      await expectNoneLocked(bond)
    }),
    { ...propertyRuns(3, 60), endOnFailure: true },
  )
})

test('changes of the basis are refused during a redemption, and a redemption during such a change', LONG, async () => {
  const bond = await callableBond()
  const { id, holder: to } = bond
  await world.chain.holdMining()
  const mint = await world.ask(id, 'mint', { to, amount: '1' })
  expect(mint.code).toBe(202)
  expect(await world.ask(id, 'call')).toMatchObject({ code: 409, refusal: 'operation_open' })
  world.chain.resumeMining()
  expect((await world.ended(id, mint)).status).toBe('COMPLETED')
  expect(await world.ask(id, 'call')).toMatchObject({ code: 422, refusal: 'insufficient_funds' })
  await world.fund(bond.admin, 100n * UNIT)
  const called = await world.ask(id, 'call')
  expect(called.code).toBe(202)
  const move = { from: to, to: bond.admin, amount: '1' }
  for (const [what, body] of [
    ['mint', { to, amount: '1' }],
    ['mint', { items: [{ to, amount: '1' }] }],
    ['burn', { from: to, amount: '1' }],
    ['transfer', { ...move, forced: true }],
    ['transfer', move],
  ] as const)
    expect(await world.ask(id, what, body)).toMatchObject({ code: 409, refusal: 'operation_open' })
  expect((await world.ended(id, called)).status).toBe('COMPLETED')
  expect(await world.paidTo(to)).toBe(PRINCIPAL + 100n * UNIT)
})

test(
  'a mint signed outside the platform and mined before the record: nothing is recorded, and no holder is locked',
  LONG,
  async () => {
    const bond = await callableBond()
    const called = await world.ask(bond.id, 'call')
    expect(called.code).toBe(202)
    expect((await sign(bond, bond.contract, encodeMint(bond.holder, UNIT))).code).toBe(202)
    expect(await world.ended(bond.id, called)).toMatchObject({ status: 'FAILED', code: 'insufficient_funds' })
    expect(await isRecorded(bond)).toBe(false)
    expect((await world.read(bond.id)).status).toBe('ACTIVE')
    await world.fund(bond.admin, 100n * UNIT)
    await world.done(bond.id, 'call')
    expect(await world.paidTo(bond.holder)).toBe(PRINCIPAL + 100n * UNIT)
  },
)

test('if the money leaves before the record of a call, nothing is recorded and no holder is locked', LONG, async () => {
  const bond = await callableBond()
  const called = await world.ask(bond.id, 'call')
  const away = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bond.holder, 1n] })
  expect((await sign(bond, world.payment, away)).code).toBe(202)
  expect(await world.ended(bond.id, called)).toMatchObject({ status: 'FAILED', code: 'insufficient_funds' })
  await expectNoneLocked(bond)
})

test(
  'a mint signed outside the platform and mined after the record of a call is refused by the token',
  LONG,
  async () => {
    const bond = await callableBond()
    const called = await world.ask(bond.id, 'call')
    const { operationRef } = operationView.parse(called.data)
    const record = encodeRecordRedemption({ numerator: 0n, denominator: 1n }).slice(0, 10)
    const isRecordSent = async () => {
      const steps = await db().select().from(tokenSteps).where(eq(tokenSteps.operationId, operationRef))
      return steps.some(({ callData }) => callData.startsWith(record))
    }
    for (let turn = 0; turn < 60 && !(await isRecordSent()); turn += 1) await world.turn()
    expect(await isRecordSent()).toBe(true)
    await sign(bond, bond.contract, encodeMint(bond.holder, UNIT))
    expect(await world.ended(bond.id, called)).toMatchObject({ status: 'COMPLETED' })
    expect(await world.paidTo(bond.holder)).toBe(PRINCIPAL)
  },
)

test(
  'a redemption recorded without its money is REDEEMING, has an alarm if it makes no progress, and ends once it is paid',
  LONG,
  async () => {
    const bond = await callableBond(0n)
    const { id } = bond
    const signed = await sign(bond, bond.contract, encodeRecordRedemption({ numerator: 100n, denominator: 1n }))
    expect(signed.code).toBe(202)
    for (let turn = 0; turn < 60 && !(await isRecorded(bond)); turn += 1) await world.turn()
    expect((await world.read(id)).status).toBe('REDEEMING')
    expect(await world.ask(id, 'mint', { to: bond.holder, amount: '1' })).toMatchObject({
      code: 422,
      refusal: 'token_closed',
    })
    expect(await world.ask(id, 'call')).toMatchObject({ code: 422, refusal: 'insufficient_funds' })
    const later: WorkerCtx = { ...workerCtx(), now: () => new Date(Date.now() + 2 * MS_PER_HOUR) }
    expect(await watchRedemptions(workerCtx())).toBe(0)
    expect(await alarmedOf('redemption_stuck')).toEqual([])
    expect(await watchRedemptions(later)).toBe(1)
    expect(await alarmedOf('redemption_stuck')).toEqual([id])
    await world.fund(bond.admin, PRINCIPAL)
    await world.done(id, 'call')
    expect(await world.read(id)).toMatchObject({ status: 'REDEEMED', totalSupply: '0' })
    expect(await watchRedemptions(later)).toBe(0)
    expect(await alarmedOf('redemption_stuck')).toEqual([])
  },
)
