import { bytesToHex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DebitedWorld, delegationsOf, openDebitedWorld, usdOf } from '@/server/testing/debited-world'
import { RECIPIENT } from '@/server/testing/engine-world'
import { finish, pollBlocks, takeTurn } from '@/server/testing/turns'

let world: DebitedWorld

beforeAll(async () => {
  world = await openDebitedWorld({ gasStrategy: 'delegation', confirmations: 4 })
})
beforeEach(() => world.chain.resumeMining())
afterAll(() => world.close())

const delegationOf = async (address: string) => {
  const [delegation] = await delegationsOf([address])
  if (!delegation) throw new Error('no delegation was asked for')
  return delegation
}

/** Mines the next block at this base fee, and lets the engine read it. */
async function mineAt(baseFeePerGas: bigint): Promise<void> {
  await world.chain.test.setNextBlockBaseFeePerGas({ baseFeePerGas })
  await world.chain.test.mine({ blocks: 1 })
  await pollBlocks()
}

const baseFee = async () => (await world.chain.rpc.getBlock()).baseFeePerGas ?? 0n

test.each([
  ['was cancelled', (id: string) => world.cancel(id)],
  ['lost its money', (_: string, address: string) => world.emptyOfTokens(address)],
])(
  'a transfer that %s while its delegation was mined is charged for the delegation as mined after a reorg',
  async (_, ruin) => {
    const wallet = await world.newWallet(3_000_000n)
    await world.chain.holdMining()
    const before = await baseFee()
    const { id } = await world.transfer(wallet.address, '2')
    await takeTurn()
    await takeTurn()
    expect((await delegationOf(wallet.address)).stage).toBe('broadcast')
    await mineAt(before)
    const { stage, feeWei: former } = await delegationOf(wallet.address)
    expect(stage).toBe('mined')
    await ruin(id, wallet.address)
    await takeTurn()
    await takeTurn()
    await world.chain.rebuild(1)
    // The old block held what emptied it, too.
    await world.emptyOfTokens(wallet.address)
    // The first turn finds that the block is gone and sends the delegation again; the next block includes it.
    await mineAt((before * 3n) / 2n)
    await mineAt((before * 3n) / 2n)
    await finish(world, id)
    const delegation = await delegationOf(wallet.address)
    expect(delegation.feeWei).not.toBe(former)
    expect(await world.rowOf(id)).toMatchObject({
      status: 'FAILED',
      txHash: null,
      feeChargedMicros: usdOf(delegation.feeWei),
    })
    await world.expectSettled()
  },
  40_000,
)

test('after a reorg no relayer transaction is mined before the delegation it needs', async () => {
  const wallet = await world.newWallet(5_000_000n)
  const moved = await world.chain.tokenBalance(RECIPIENT)
  await world.chain.holdMining()
  const before = await baseFee()
  const sent = [await world.transfer(wallet.address, '1'), await world.transfer(wallet.address, '2')]
  await takeTurn()
  await takeTurn()
  await mineAt(before)
  await takeTurn()
  await mineAt(before)
  for (const { id } of sent) expect((await world.rowOf(id)).stage).toBe('mined')
  await world.chain.rebuild(2)
  // The relayers' transactions are the first to come back.
  await world.chain.rpc.request({ method: 'anvil_dropAllTransactions' as never })
  for (const { id } of sent)
    for (const { rawTransaction } of await world.attemptsOf(id))
      await world.chain.rpc.sendRawTransaction({ serializedTransaction: bytesToHex(rawTransaction) })
  await mineAt(before)
  await finish(world, ...sent.map(({ id }) => id))
  for (const { id } of sent) expect(await world.read(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 })
  expect((await world.chain.tokenBalance(RECIPIENT)) - moved).toBe(3_000_000n)
  await world.expectSettled()
})
