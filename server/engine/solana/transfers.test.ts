import { afterAll, beforeAll, expect, test } from 'vitest'
import { attemptsOf, rowOf, runEngine, SOL } from '@/server/testing/local-solana'
import { openSolanaWorld, type SolanaWorld, someone } from '@/server/testing/solana-world'

// Slots run in real time here, so a busy machine needs longer limits.
let world: SolanaWorld

beforeAll(async () => {
  world = await openSolanaWorld()
})
afterAll(() => world.close())

/** Base fee of two signatures; nothing else on this cluster offers a priority fee. */
const FEE = 10_000n
const TOKEN_ACCOUNT_RENT = 2_039_280n
const TOKEN_2022_ACCOUNT_RENT = 2_074_080n

test('moves SOL: the sender pays the amount, the platform pays the fee, and the record shows both', async () => {
  const [wallet, recipient] = [await world.business.newWallet(), someone()]
  await world.solana.setBalance(wallet, 2n * SOL)
  const feePayerBefore = await world.solana.balance(world.solana.feePayer)
  const id = await world.business.transfer(wallet, recipient, '0.75')
  expect(await runEngine()).toEqual({ unfinished: false })
  const done = await world.business.read(id)
  expect(done).toMatchObject({ status: 'COMPLETED', stage: 'final', attempts: 1, feeWei: FEE.toString() })
  expect(Number(done.gasUsed)).toBeGreaterThan(300)
  expect(await world.solana.balance(recipient)).toBe((SOL * 3n) / 4n)
  expect(await world.solana.balance(wallet)).toBe((SOL * 5n) / 4n)
  expect(feePayerBefore - (await world.solana.balance(world.solana.feePayer))).toBe(FEE)
  const [attempt] = await attemptsOf(id)
  expect(attempt).toMatchObject({ reason: 'first', outcome: 'accepted', nonce: null, fromAddress: wallet })
  expect(attempt?.answers).toEqual([{ endpoint: 'first', outcome: 'accepted', detail: null }])
  expect(attempt?.gasLimit).toBe((BigInt(done.gasUsed ?? 0) * 12n + 9n) / 10n)
  const [landed] = await world.solana.connection.getParsedTransactions([done.txHash ?? ''], {
    commitment: 'confirmed',
    maxSupportedTransactionVersion: 0,
  })
  expect(JSON.stringify(landed?.transaction.message.instructions)).toContain(id)
})

test.each([
  ['an SPL token', 'USDC', TOKEN_ACCOUNT_RENT],
  ['a Token-2022 token', 'cNGN', TOKEN_2022_ACCOUNT_RENT],
] as const)(
  'moves %s to a new account, whose rent the platform pays, and to an existing one',
  async (_, symbol, rent) => {
    const [wallet, recipient] = [await world.business.newWallet(), someone()]
    await world.solana.fundToken(symbol, wallet, 5_000_000n)
    const tokenAddress = world.solana.tokenOf(symbol).mint.toBase58()
    const first = await world.business.transfer(wallet, recipient, '1.25', { tokenAddress })
    await runEngine()
    expect(await rowOf(first)).toMatchObject({ status: 'COMPLETED', feeWei: FEE + rent })
    const second = await world.business.transfer(wallet, recipient, '1.25', { tokenAddress })
    await runEngine()
    expect(await rowOf(second)).toMatchObject({ status: 'COMPLETED', feeWei: FEE })
    expect(await world.solana.tokenBalance(symbol, recipient)).toBe(2_500_000n)
    expect(await world.solana.tokenBalance(symbol, wallet)).toBe(2_500_000n)
  },
)

test('sends twenty transfers of one wallet in parallel, even equal ones, each exactly once', async () => {
  const [wallet, recipient] = [await world.business.newWallet(), someone()]
  await world.solana.fundToken('cNGN', wallet, 20_000_000n)
  const ids = await Promise.all(
    Array.from({ length: 20 }, () => world.business.transfer(wallet, recipient, '1', { cNGN: true })),
  )
  await runEngine()
  const rows = await Promise.all(ids.map(rowOf))
  expect(rows.map((row) => row.status)).toEqual(ids.map(() => 'COMPLETED'))
  expect(new Set(rows.map((row) => row.txHash)).size).toBe(20)
  expect(await world.solana.tokenBalance('cNGN', recipient)).toBe(20_000_000n)
  expect(await world.solana.tokenBalance('cNGN', wallet)).toBe(0n)
  // One of them created the account; the others found it.
  expect(rows.map((row) => row.feeWei).filter((fee) => fee === FEE + TOKEN_2022_ACCOUNT_RENT)).toHaveLength(1)
})

test('spends no more than the wallet has, however many are requested at once', async () => {
  const [wallet, recipient] = [await world.business.newWallet(), someone()]
  await world.solana.fundToken('cNGN', wallet, 3_500_000n)
  const feePayerBefore = await world.solana.balance(world.solana.feePayer)
  const ids = await Promise.all(
    Array.from({ length: 6 }, () => world.business.transfer(wallet, recipient, '1', { cNGN: true })),
  )
  await runEngine()
  const rows = await Promise.all(ids.map(rowOf))
  expect(rows.filter((row) => row.status === 'COMPLETED')).toHaveLength(3)
  const failed = rows.filter((row) => row.status === 'FAILED')
  expect(failed.map((row) => row.error)).toEqual(
    Array(3).fill('The wallet holds less of the token than the transfer moves: 1 cNGN needed, 0.5 cNGN available'),
  )
  expect(failed.map((row) => row.txHash)).toEqual([null, null, null])
  expect(await world.solana.tokenBalance('cNGN', recipient)).toBe(3_000_000n)
  expect(feePayerBefore - (await world.solana.balance(world.solana.feePayer))).toBe(3n * FEE + TOKEN_2022_ACCOUNT_RENT)
})

test.each([
  [
    'more than the wallet holds',
    '1.5',
    'The wallet holds less than the transfer moves: 1.5 SOL needed, 1 SOL available',
  ],
  [
    'all but dust',
    '0.9999',
    'The wallet must keep at least 0.00089088 SOL or send all it has: 1.00079088 SOL needed, 1 SOL available',
  ],
  [
    'less than a new account needs',
    '0.0001',
    "The recipient's account does not exist yet and needs at least 0.00089088 SOL",
  ],
])('fails a transfer of %s with a readable reason and without a fee', async (_, amount, error) => {
  const wallet = await world.business.newWallet()
  await world.solana.setBalance(wallet, SOL)
  const feePayerBefore = await world.solana.balance(world.solana.feePayer)
  const id = await world.business.transfer(wallet, someone(), amount)
  await runEngine()
  expect(await world.business.read(id)).toMatchObject({ status: 'FAILED', error, txHash: null, attempts: 0 })
  expect(await world.solana.balance(world.solana.feePayer)).toBe(feePayerBefore)
})

test('lets a wallet send all it has', async () => {
  const [wallet, recipient] = [await world.business.newWallet(), someone()]
  await world.solana.setBalance(wallet, SOL)
  const id = await world.business.transfer(wallet, recipient, '1')
  await runEngine()
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED' })
  expect(await world.solana.balance(wallet)).toBe(0n)
})
