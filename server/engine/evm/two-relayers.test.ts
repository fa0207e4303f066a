import { EventEmitter, once } from 'node:events'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lanes, rpcEndpoints } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { type DebitedWorld, openDebitedWorld } from '@/server/testing/debited-world'
import { RECIPIENT } from '@/server/testing/engine-world'
import { laneOf } from '@/server/testing/float-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { startLyingNode } from '@/server/testing/lying-node'
import { takeTurn } from '@/server/testing/turns'

const FLOAT_UNITS = 10n ** 17n
const OWN_UNITS = 10n ** 17n

let world: DebitedWorld

beforeAll(async () => {
  world = await openDebitedWorld({ gasStrategy: 'delegation', confirmations: 2 })
})
afterAll(() => world.close())

/** A wallet whose account is delegated, with a transfer's worth of tokens left. */
async function delegatedWallet(): Promise<string> {
  const { address } = await world.newWallet(2_000_000n)
  const { id } = await world.transfer(address, '1')
  await world.runUntilEnded(id)
  return address
}

/** A wallet with coins of its owner and as many of the platform. */
async function walletWithCoins(): Promise<string> {
  const address = await delegatedWallet()
  await world.chain.test.setBalance({ address: `0x${address.slice(2)}`, value: OWN_UNITS + FLOAT_UNITS })
  await workerCtx().db.update(lanes).set({ gasFloatUnits: FLOAT_UNITS }).where(eq(lanes.address, address))
  return address
}

type Question = 'eth_getBalance' | 'eth_call'

/** A node that delays the first request for this balance, of coins or of a token, until `applyApproval` is called. */
async function holdBalance(address: string, asked: Question) {
  const signals = new EventEmitter()
  const [isAsked, held] = [once(signals, 'asked'), once(signals, 'let go')]
  let isFirst = true
  const node = await startLyingNode(world.chain.anvil.rpcUrl, async ({ method, params }) => {
    const isOther = method !== asked || !JSON.stringify(params).toLowerCase().includes(address.slice(2).toLowerCase())
    if (isOther || !isFirst) return undefined
    isFirst = false
    signals.emit('asked')
    await held
    return undefined
  })
  await setUrl(node.url)
  return {
    asked: isAsked,
    applyApproval: () => signals.emit('let go'),
    async stop() {
      await setUrl(world.chain.anvil.rpcUrl)
      await node.stop()
    },
  }
}

async function setUrl(url: string): Promise<void> {
  await workerCtx().db.update(rpcEndpoints).set({ url }).where(eq(rpcEndpoints.chainId, CHAIN_ID))
  forgetChains()
}

/** Assigns each of two transactions to its own relayer. */
async function giveToTwo(ids: readonly string[]): Promise<string[]> {
  const relayers = (await listPlatformWallets(workerCtx())).filter(({ purpose }) => purpose === 'RELAYER')
  const given = relayers.slice(0, ids.length).map(({ id }) => id)
  for (const [index, id] of ids.entries()) await world.setTransaction(id, { laneWalletId: given[index] })
  return given
}

/** Keeps a lane from being claimed before this time. */
function postpone(walletId: string | undefined, notBefore: Date | null) {
  return workerCtx()
    .db.update(lanes)
    .set({ notBefore })
    .where(eq(lanes.walletId, walletId ?? ''))
}

/** As if a process had frozen for longer than its lease. */
function expireLeases(address: string) {
  return workerCtx()
    .db.update(lanes)
    .set({ leaseUntil: new Date(0) })
    .where(eq(lanes.address, address))
}

const RACES = [
  ['while the first plans', false],
  ['after the first lost its lease', true],
] as const

type Race = { ids: readonly string[]; asked: Question; isFrozen: boolean }

/**
 * One process stops while it reads the wallet's balance, and another runs its turn with the second transaction. Then
 * both continue until they end.
 */
async function race(address: string, { ids, asked, isFrozen }: Race): Promise<void> {
  const [, second] = await giveToTwo(ids)
  await postpone(second, new Date(Date.now() + 3_600_000))
  const node = await holdBalance(address, asked)
  const first = takeTurn({ owner: 'the first' }).catch((error: unknown) => error)
  await node.asked
  await postpone(second, null)
  if (isFrozen) await expireLeases(address)
  await takeTurn({ owner: 'the second' })
  node.applyApproval()
  const failure = await first
  if (isFrozen) expect(failure).toMatchObject({ name: 'LeaseLostError' })
  await node.stop()
  world.chain.resumeMining()
  await world.runUntilEnded(...ids)
}

test.each(RACES)(
  'two processes whose relayers move one wallet’s coins do not both count on them, %s',
  async (_, isFrozen) => {
    const address = await walletWithCoins()
    await world.chain.holdMining()
    const before = await world.chain.rpc.getBalance({ address: RECIPIENT })
    const sent = [
      await world.transfer(address, '0.1', { cNGN: false }),
      await world.transfer(address, '0.1', { cNGN: false }),
    ]
    await race(address, { ids: sent.map(({ id }) => id), asked: 'eth_getBalance', isFrozen })
    const outcomes = await Promise.all(sent.map(({ id }) => world.read(id)))
    expect(outcomes.map(({ status }) => status)).toEqual(isFrozen ? ['FAILED', 'COMPLETED'] : ['COMPLETED', 'FAILED'])
    expect((await world.chain.rpc.getBalance({ address: RECIPIENT })) - before).toBe(OWN_UNITS)
    const { gasFloatUnits } = await laneOf(address)
    expect(await world.chain.rpc.getBalance({ address: `0x${address.slice(2)}` })).toBe(gasFloatUnits)
    await world.expectSettled()
  },
  60_000,
)

test.each(RACES)(
  'two processes whose relayers move one wallet’s tokens send no more than it holds, %s',
  async (_, isFrozen) => {
    // Where a business pays, the simulation of the frozen process sees the other's transfer in the node's pool.
    await world.setChain({ gasPolicy: isFrozen ? 'sponsored' : 'debited' })
    const address = await delegatedWallet()
    await world.chain.holdMining()
    const before = await world.chain.tokenBalance(RECIPIENT)
    const sent = [await world.transfer(address, '1'), await world.transfer(address, '1')]
    await race(address, { ids: sent.map(({ id }) => id), asked: 'eth_call', isFrozen })
    const rows = await Promise.all(sent.map(({ id }) => world.rowOf(id)))
    const [done, short] = isFrozen ? rows.toReversed() : rows
    expect(done?.status).toBe('COMPLETED')
    // Nothing was signed, so nothing is charged.
    expect(short).toMatchObject({ status: 'FAILED', nonce: null, shortfall: { needed: '1' } })
    expect(short?.feeChargedMicros ?? 0n).toBe(0n)
    expect((await world.chain.tokenBalance(RECIPIENT)) - before).toBe(1_000_000n)
    await world.expectSettled()
  },
  60_000,
)
