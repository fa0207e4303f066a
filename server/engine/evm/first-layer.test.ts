import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fixedGasPriceOracleRuntimeBytecode } from '@/contracts/generated/odd-contracts'
import { lanes } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { type DebitedWorld, delegationsOf, openDebitedWorld } from '@/server/testing/debited-world'
import { asHash } from '@/server/testing/engine-world'
import { laneOf } from '@/server/testing/float-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { requireChain } from '@/server/testing/require-chain'
import { pollBlocks, takeTurn } from '@/server/testing/turns'
import { loadInFlight, loadInFlightAmounts } from './load-in-flight'
import { loadStuck } from './load-stuck'
import { delegationCosts, topUpCosts } from './platform-costs'

const ORACLE = '0x420000000000000000000000000000000000000F'
/** The fee of the first layer, in wei: the answer of the fake oracle plus half of it. */
const L1_UNITS = 15n * 10n ** 14n

let world: DebitedWorld

beforeAll(async () => {
  world = await openDebitedWorld({ gasStrategy: 'topup', confirmations: 2 })
  await world.chain.test.setCode({ address: ORACLE, bytecode: fixedGasPriceOracleRuntimeBytecode })
})
beforeEach(async () => {
  world.chain.resumeMining()
  await world.setChain({ l1Fee: 'op-stack', gasPolicy: 'debited', gasStrategy: 'topup' })
})
afterAll(() => world.close())

/** Sets the balance of a wallet to this float of the platform, without coins of the owner. */
async function setFloat(address: string, gasFloatUnits: bigint): Promise<void> {
  await world.chain.test.setBalance({ address: `0x${address.slice(2)}`, value: gasFloatUnits })
  await workerCtx().db.update(lanes).set({ gasFloatUnits }).where(eq(lanes.address, address))
}

/** The maximum gas cost of the newest attempt of a transaction, in wei. */
async function gasOf(id: string): Promise<bigint> {
  const newest = (await world.attemptsOf(id)).at(-1)
  return (newest?.gasLimit ?? 0n) * (newest?.maxFeePerGas ?? 0n)
}

test.each(['sponsored', 'debited'] as const)(
  'a transaction does not use coins that an earlier one will pay to the first layer (%s)',
  async (gasPolicy) => {
    await world.setChain({ gasPolicy })
    const wallet = await world.newWallet(5_000_000n)
    const first = await world.transfer(wallet.address, '1')
    await world.chain.holdMining()
    await setFloat(wallet.address, 10n ** 18n)
    await takeTurn()
    const { stage, txHash } = await world.rowOf(first.id)
    expect(stage).toBe('broadcast')
    // Balances are read once per block, so this mines a block without the transaction.
    await world.chain.test.dropTransaction({ hash: asHash(txHash) })
    // Enough for both, except for the first-layer fee of one of them.
    await setFloat(wallet.address, 2n * (await gasOf(first.id)) + L1_UNITS)
    await world.chain.test.mine({ blocks: 1 })
    const second = await world.transfer(wallet.address, '1')
    await takeTurn()
    expect(await world.attemptsOf(second.id)).toEqual([])
    const { topUps } = await laneOf(wallet.address)
    expect(topUps).toMatchObject([{ servedTransactionId: second.id }])
    await setFloat(wallet.address, 2n * (await gasOf(first.id)) + 2n * L1_UNITS)
    await world.chain.test.mine({ blocks: 1 })
    await workerCtx().db.update(lanes).set({ notBefore: null }).where(eq(lanes.address, wallet.address))
    await takeTurn()
    expect(await world.attemptsOf(second.id)).toHaveLength(1)
  },
  60_000,
)

test('every figure about signed transactions includes the fee of the first layer', async () => {
  const ctx = workerCtx()
  const wallet = await world.newWallet(5_000_000n)
  const { id } = await world.transfer(wallet.address, '1')
  await world.chain.holdMining()
  await takeTurn()
  // A turn of the gas wallet sends the top-up.
  await takeTurn()
  const [topUp] = (await laneOf(wallet.address)).topUps
  const topUpUnits = (await gasOf(topUp?.id ?? '')) + L1_UNITS
  expect((await topUpCosts(ctx.db, [id])).get(id)).toBe(topUpUnits)
  await setFloat(wallet.address, 10n ** 18n)
  await workerCtx().db.update(lanes).set({ notBefore: null }).where(eq(lanes.address, wallet.address))
  await takeTurn()
  await world.setTransaction(id, { speedUpRequestedAt: new Date() })
  const lane = await laneOf(wallet.address)
  const { walletId } = lane
  const worstUnits = (await gasOf(id)) + L1_UNITS
  expect((await loadInFlight(ctx, CHAIN_ID, [lane])).get(walletId)?.worstFees).toBe(worstUnits)
  expect((await loadInFlightAmounts(ctx, CHAIN_ID, [{ walletId }])).get(walletId)?.ownFees).toBe(worstUnits)
  const stuck = (await loadStuck(ctx, await requireChain())).find((row) => row.id === id)
  expect(stuck?.worstUnits).toBe(worstUnits)
  await pollBlocks()
  const forms = await world.attemptsOf(id)
  expect(forms.map(({ l1FeeUnits }) => l1FeeUnits)).toEqual([L1_UNITS, L1_UNITS])
})

test('the hold for a sent delegation includes its fee of the first layer', async () => {
  await world.setChain({ gasStrategy: 'delegation' })
  const wallet = await world.newWallet(5_000_000n)
  const { id } = await world.transfer(wallet.address, '1')
  await world.chain.holdMining()
  await takeTurn()
  await takeTurn()
  const [delegation] = await delegationsOf([wallet.address])
  expect((await delegationCosts(workerCtx().db, [id])).get(id)).toBe((await gasOf(delegation?.id ?? '')) + L1_UNITS)
})
