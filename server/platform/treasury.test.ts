import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { auditLog, chains, transactions } from '@/db/schema'
import { saveGasSettings } from '@/server/chains/save-gas-settings'
import { inOperator, type OperatorCtx, workerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { anyOperator } from '@/server/testing/any-operator'
import { openDatabase } from '@/server/testing/open-database'
import { ensurePlatformWallets, type PlatformWallet } from './gas-wallet'
import { listTreasuryWallets } from './list-treasury-wallets'
import { readSpend } from './read-spend'

const CHAIN_ID = 84_532
const WHO = anyOperator()
const asOperator = <T>(work: (ctx: OperatorCtx) => Promise<T>) => inOperator(WHO, work)
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

openDatabase()
let gas: PlatformWallet
let treasury: PlatformWallet

beforeAll(async () => {
  const made = await ensurePlatformWallets()
  const find = (purpose: string) => made.find((wallet) => wallet.purpose === purpose)
  const found = { gas: find('GAS'), treasury: find('TREASURY') }
  if (!found.gas || !found.treasury) throw new Error('the platform has no wallets')
  gas = found.gas
  treasury = found.treasury
})

let nonce = 0
async function spent(from: PlatformWallet, fields: Partial<typeof transactions.$inferInsert>): Promise<void> {
  await workerCtx()
    .db.insert(transactions)
    .values({
      businessId: PLATFORM_BUSINESS_ID,
      walletId: from.id,
      laneWalletId: from.id,
      senderAddress: from.address,
      nonce: nonce++,
      type: 'GAS_TOPUP',
      chainType: 'EVM',
      network: 'TESTNET',
      chainId: CHAIN_ID,
      signerType: 'PLATFORM',
      fromAddress: from.address,
      addressIndex: from.addressIndex,
      toAddress: '0x000000000000000000000000000000000000dEaD',
      amountUnits: 100n,
      decimals: 18,
      status: 'COMPLETED',
      stage: 'final',
      feeWei: 7n,
      minedAt: hoursAgo(1),
      ...fields,
    })
}

test('spending is fees and what went to customers, not what one wallet of the platform gave another', async () => {
  await spent(gas, {})
  await spent(gas, { minedAt: hoursAgo(50) })
  await spent(gas, { status: 'FAILED', minedAt: hoursAgo(2) })
  await spent(gas, { minedAt: hoursAgo(24 * 8) })
  await spent(treasury, { toAddress: gas.address, amountUnits: 10n ** 18n })
  const spend = await asOperator(async (ctx) => readSpend(ctx, await listTreasuryWallets(ctx)))
  expect(spend.get(`${CHAIN_ID} ${gas.address}`)).toEqual({ dayUnits: 107n + 7n, weekUnits: 107n + 107n + 7n })
  expect(spend.get(`${CHAIN_ID} ${treasury.address}`)).toEqual({ dayUnits: 7n, weekUnits: 7n })
})

test('coins that a wallet of the platform sends elsewhere by itself are spent, tokens are not', async () => {
  const spendOf = async () => {
    const spend = await asOperator(async (ctx) => readSpend(ctx, await listTreasuryWallets(ctx)))
    return spend.get(`${CHAIN_ID} ${gas.address}`)?.dayUnits ?? 0n
  }
  const before = await spendOf()
  await spent(gas, { type: 'TRANSFER', amountUnits: 30n })
  await spent(gas, { type: 'SWEEP', amountUnits: 20n })
  await spent(gas, { type: 'TRANSFER', tokenAddress: '0x00000000000000000000000000000000000000c1', amountUnits: 90n })
  await spent(gas, { type: 'TRANSFER', toAddress: treasury.address, amountUnits: 90n })
  expect((await spendOf()) - before).toBe(30n + 20n + 4n * 7n)
})

test('the treasury is listed first, then what it fills', async () => {
  const wallets = await asOperator(listTreasuryWallets)
  expect(wallets.map(({ purpose }) => purpose).slice(0, 2)).toEqual(['TREASURY', 'GAS'])
  expect(wallets.filter(({ purpose }) => purpose === 'RELAYER').length).toBeGreaterThan(1)
})

const MARKS = { chainId: CHAIN_ID, gasLow: '0.5', gasTarget: '2', treasuryLow: '0' }

test('marks are kept exactly and audited with what they were', async () => {
  await asOperator((ctx) => saveGasSettings(ctx, { ...MARKS, gasStrategy: 'topup' }))
  const [chain] = await workerCtx().db.select().from(chains).where(eq(chains.chainId, CHAIN_ID))
  expect(chain).toMatchObject({ gasLowUnits: 5n * 10n ** 17n, gasTargetUnits: 2n * 10n ** 18n, treasuryLowUnits: 0n })
  const rows = await workerCtx()
    .db.select()
    .from(auditLog)
    .where(eq(auditLog.target, String(CHAIN_ID)))
  expect(rows.at(-1)).toMatchObject({
    action: 'chain.gas_settings',
    detail: { before: { gasStrategy: 'delegation' }, after: { gasLow: '0.5', gasTarget: '2' } },
  })
})

test.each([
  ['relayers on a chain without a delegate contract', { gasStrategy: 'delegation' }],
  ['a target below the low mark', { gasTarget: '0.1' }],
  ['more decimals than the coin has', { gasLow: '0.0000000000000000001' }],
] as const)('refuses %s', async (_, change) => {
  const refused = asOperator((ctx) => saveGasSettings(ctx, { ...MARKS, gasStrategy: 'topup', ...change }))
  await expect(refused).rejects.toMatchObject({ name: 'ApiError', code: 'invalid' })
})
