import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLUSTER_ID, runPump, SOL } from '@/server/testing/local-solana'
import { openSolanaWorld, type SolanaWorld } from '@/server/testing/solana-world'
import { newSweeper, sweepAt, sweepsOf } from './sweep-world.test-data'

// Slots follow each other in real time here, and a busy machine gives a test little of it.
let world: SolanaWorld

beforeAll(async () => {
  world = await openSolanaWorld()
})
afterAll(() => world.close())

test('SOL goes to the target but for the rent of the wallet, and a token whole, once', async () => {
  const own = await newSweeper('SOLANA')
  const [coins = '', tokens = ''] = await own.newWallets({ chainType: 'SOLANA', count: 2 })
  await world.solana.setBalance(coins, 3n * SOL)
  await world.solana.fundToken('USDC', tokens, 70_000_000n)
  const tokenAddress = world.solana.tokenOf('USDC').mint.toBase58()
  const sol = await own.newRule({ chainId: CLUSTER_ID, toAddress: own.treasury, threshold: '1' })
  const usdc = await own.newRule({ chainId: CLUSTER_ID, toAddress: own.treasury, tokenAddress })
  const runs = await Promise.all([sweepAt(), sweepAt()])
  expect(runs.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(2)
  await runPump()
  const rent = BigInt(await world.solana.connection.getMinimumBalanceForRentExemption(0))
  expect(await sweepsOf(sol)).toMatchObject([{ type: 'SWEEP', status: 'COMPLETED', amountUnits: 3n * SOL - rent }])
  expect(await sweepsOf(usdc)).toMatchObject([{ status: 'COMPLETED', amountUnits: 70_000_000n }])
  expect(await world.solana.balance(own.treasury)).toBe(3n * SOL - rent)
  expect(await world.solana.balance(coins)).toBe(rent)
  expect(await world.solana.tokenBalance('USDC', own.treasury)).toBe(70_000_000n)
  expect(await sweepAt()).toMatchObject({ accepted: 0, failed: 0 })
})
