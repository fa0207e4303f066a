import { v7 } from 'uuid'
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOperator, inOperatorReading } from '@/server/ctx'
import { createPayer } from '@/server/payments/payment-world.test-data'
import { anyOperator } from '@/server/testing/any-operator'
import { type EngineWorld, openEngineWorld } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { addDepositToken, setDepositTokenActive } from './add-deposit-token'
import { findRecovery } from './find-recovery'
import { listDepositTokens } from './list-deposit-tokens'
import { readDepositToken } from './read-deposit-token'
import { recoverDeposit } from './recover-deposit'
import { setSweepLeast } from './set-sweep-least'
import { arrivalsAt, listUnmatchedDeposits, openOnChains, sweepsOf, until } from './stablecoin-world.test-data'

const LONG = { timeout: 240_000 }
const SAFE = '0x00000000000000000000000000000000000000cC'
const WHO = anyOperator()
const SECOND = { actor: { type: 'user', id: v7(), name: 'Second' }, requestId: v7() } as const
const OTHER = '0x00000000000000000000000000000000000000DD'

let world: EngineWorld
beforeAll(async () => {
  world = await openEngineWorld({ confirmations: 2 })
})
afterAll(() => world.close())

test('a token is accepted with the data of its chain until an operator disables it', LONG, async () => {
  const ref = { chainId: CHAIN_ID, tokenAddress: world.chain.cngn.address }
  const found = await inOperatorReading(WHO, (ctx) => readDepositToken(ctx, ref))
  expect(found).toMatchObject({ symbol: 'cNGN', decimals: 6 })
  const { id } = await inOperator(WHO, (ctx) => addDepositToken(ctx, { ...ref, peg: 'NGN', symbol: '', found }))
  await expect(
    inOperator(WHO, (ctx) => addDepositToken(ctx, { ...ref, peg: 'NGN', symbol: '', found })),
  ).rejects.toThrow('already')
  const payer = await createPayer()
  expect((await openOnChains(payer)).accounts).toHaveLength(1)
  await inOperator(WHO, (ctx) => setDepositTokenActive(ctx, { tokenId: id, isActive: false }))
  expect((await openOnChains(payer)).accounts).toHaveLength(0)
  const { items } = await inOperatorReading(WHO, (ctx) => listDepositTokens(ctx))
  expect(items).toMatchObject([{ id, symbol: 'cNGN', isActive: false, sweepLeast: '1000' }])
  await inOperator(WHO, (ctx) => setDepositTokenActive(ctx, { tokenId: id, isActive: true }))
  await inOperator(WHO, (ctx) => setSweepLeast(ctx, { tokenId: id, sweepLeast: '0.5' }))
  for (const sweepLeast of ['0.0000001', '-1', '1e3', ''])
    await expect(inOperator(WHO, (ctx) => setSweepLeast(ctx, { tokenId: id, sweepLeast }))).rejects.toThrow()
  const changed = await inOperatorReading(WHO, (ctx) => listDepositTokens(ctx))
  expect(changed.items).toMatchObject([{ sweepLeast: '0.5' }])
})

test('refuses an address without a token', LONG, async () => {
  await expect(
    inOperatorReading(WHO, (ctx) => readDepositToken(ctx, { chainId: CHAIN_ID, tokenAddress: SAFE })),
  ).rejects.toMatchObject({ code: 'invalid' })
})

test('coins at an address are listed and can be recovered; the accepted token cannot', LONG, async () => {
  const { accounts } = await openOnChains(await createPayer())
  const [account] = accounts
  if (!account) throw new Error('no account')
  const { address, walletId } = account
  await world.chain.rpc.sendTransaction({ to: `0x${address.slice(2)}`, value: parseEther('0.5'), chain: null })
  await until(CHAIN_ID, async () => expect(await arrivalsAt(walletId)).toMatchObject([{ state: 'FOREIGN' }]))
  const unmatchedDeposits = await inOperatorReading(WHO, (ctx) => listUnmatchedDeposits(ctx))
  expect(unmatchedDeposits).toMatchObject({
    total: 1,
    items: [{ address, amount: '0.5', symbol: 'ETH', tokenAddress: null, recovery: { amount: '0.5' } }],
  })
  const ask = { chainId: CHAIN_ID, address, toAddress: SAFE, reason: 'the payer wants it back' }
  const token = { ...ask, tokenAddress: world.chain.cngn.address, depositIds: [], amount: '1' }
  await expect(inOperatorReading(WHO, (ctx) => findRecovery(ctx, token))).rejects.toThrow('money of its payment')
  const { depositIds = [] } = unmatchedDeposits.items[0]?.recovery ?? {}
  const coins = { ...ask, tokenAddress: null, depositIds, amount: null }
  const found = await inOperatorReading(WHO, (ctx) => findRecovery(ctx, coins))
  const recovery = (who: typeof WHO | typeof SECOND, toAddress: string = SAFE) =>
    inOperator(who, (ctx) => recoverDeposit(ctx, { ...coins, toAddress, found }))
  expect(await recovery(WHO)).toEqual({ state: 'proposed' })
  await expect(recovery(WHO)).rejects.toThrow('Another person')
  expect(await recovery(SECOND, OTHER)).toEqual({ state: 'proposed' })
  expect(await recovery(SECOND)).toEqual({ state: 'proposed' })
  const asked = await inOperatorReading(WHO, (ctx) => listUnmatchedDeposits(ctx))
  expect(asked).toMatchObject({ items: [{ proposal: { by: `user:${SECOND.actor.id}`, what: `to ${SAFE}` } }] })
  expect(await recovery(WHO)).toEqual({ state: 'queued' })
  const [sweep] = await sweepsOf(walletId)
  await world.runUntilEnded(sweep?.transactionId ?? '')
  expect(await sweepsOf(walletId)).toMatchObject([{ kind: 'RESCUE', state: 'DONE', toAddress: SAFE }])
  const held = await world.chain.rpc.getBalance({ address: SAFE })
  expect(held).toBe((await sweepsOf(walletId))[0]?.units)
  expect(await inOperatorReading(WHO, (ctx) => listUnmatchedDeposits(ctx))).toMatchObject({ total: 0 })
})
