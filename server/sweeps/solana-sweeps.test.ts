import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainCursors } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { CLUSTER_ID, runEngine, SOL } from '@/server/testing/local-solana'
import { openSolanaWorld, type SolanaWorld } from '@/server/testing/solana-world'
import { busyOf, newSweeper, sweepAt, sweepsOf, sweepUnread } from './sweep-world.test-data'

// Slots follow each other in real time here, and a busy machine gives a test little of it.
let world: SolanaWorld

beforeAll(async () => {
  world = await openSolanaWorld()
})
afterAll(() => world.close())

const becomeFinal = () => world.solana.control('advanceSlots', 40)

test('SOL goes to the target but for the rent of the wallet, and a token whole, once', async () => {
  const own = await newSweeper('SOLANA')
  const [coins = '', tokens = ''] = await own.newWallets({ chainType: 'SOLANA', count: 2 })
  await world.solana.setBalance(coins, 3n * SOL)
  await world.solana.fundToken('USDC', tokens, 70_000_000n)
  const tokenAddress = world.solana.tokenOf('USDC').mint.toBase58()
  const sol = await own.newRule({ chainId: CLUSTER_ID, toAddress: own.treasury, threshold: '1' })
  const usdc = await own.newRule({ chainId: CLUSTER_ID, toAddress: own.treasury, tokenAddress })
  await becomeFinal()
  const runs = await Promise.all([sweepAt(), sweepAt()])
  expect(runs.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(2)
  await runEngine()
  const rent = BigInt(await world.solana.connection.getMinimumBalanceForRentExemption(0))
  expect(await sweepsOf(sol)).toMatchObject([{ type: 'SWEEP', status: 'COMPLETED', amountUnits: 3n * SOL - rent }])
  expect(await sweepsOf(usdc)).toMatchObject([{ status: 'COMPLETED', amountUnits: 70_000_000n }])
  expect(await world.solana.balance(own.treasury)).toBe(3n * SOL - rent)
  expect(await world.solana.balance(coins)).toBe(rent)
  expect(await world.solana.tokenBalance('USDC', own.treasury)).toBe(70_000_000n)
  expect(await sweepAt()).toMatchObject({ accepted: 0, failed: 0 })
})

test('a final balance is swept once deposits are read up to its slot, without what arrived since', async () => {
  const { db } = workerCtx()
  await db.delete(chainCursors).where(eq(chainCursors.consumer, 'deposits'))
  const own = await newSweeper('SOLANA')
  const [wallet = ''] = await own.newWallets({ chainType: 'SOLANA', count: 1 })
  const tokenAddress = world.solana.tokenOf('USDC').mint.toBase58()
  const ruleId = await own.newRule({ chainId: CLUSTER_ID, toAddress: own.treasury, tokenAddress })
  await world.solana.fundToken('USDC', wallet, 70_000_000n)
  await becomeFinal()
  expect(await sweepUnread()).toMatchObject({ accepted: 0 })
  const [waiting] = await busyOf(ruleId)
  expect(waiting).toMatchObject({ reason: 'Its newest deposits are not read yet', observedUnits: 70_000_000n })
  const block = waiting?.observedBlock ?? 0n
  await world.solana.fundToken('USDC', wallet, 50_000_000n)
  await becomeFinal()
  const at = { chainId: CLUSTER_ID, consumer: 'deposits' as const, blockHash: 'read' }
  await db.insert(chainCursors).values({ ...at, blockNumber: block - 1n })
  expect(await sweepUnread(2)).toMatchObject({ accepted: 0 })
  await db.update(chainCursors).set({ blockNumber: block }).where(eq(chainCursors.consumer, 'deposits'))
  const runs = await Promise.all([sweepUnread(4), sweepUnread(4)])
  expect(runs.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(1)
  await runEngine()
  expect(await sweepsOf(ruleId)).toMatchObject([{ status: 'COMPLETED', amountUnits: 70_000_000n }])
  expect(await world.solana.tokenBalance('USDC', wallet)).toBe(50_000_000n)
})
