import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LeaseLostError } from '@/db/lease'
import { chainCursors, heartbeats, recoveries, wallets } from '@/db/schema'
import { restoreSeeds } from '@/registry/restore-seeds'
import { listDepositsQuery } from '@/schemas/deposits/contract'
import { listWalletsQuery } from '@/schemas/wallets/contract'
import { runWatchers } from '@/server/alarms/run-watchers'
import { forgetCaches } from '@/server/changing-cache'
import { inOperator, inOperatorReading, inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { flipSeed } from '@/server/custody/testing/flip-seed'
import { listDeposits } from '@/server/deposits/list-deposits'
import { beginRestoreRecovery } from '@/server/engine/recovery/begin-restore-recovery'
import { forgetStops, recordStops } from '@/server/engine/recovery/stops/record-stops'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { findCauses } from '@/server/notices/find-causes'
import { createPayer } from '@/server/payments/payment-world.test-data'
import { findRecovery } from '@/server/payments/stablecoins/find-recovery'
import { recoverDeposit } from '@/server/payments/stablecoins/recover-deposit'
import {
  listUnmatchedDeposits,
  openOnChains,
  readOn,
  takeToken,
  until,
} from '@/server/payments/stablecoins/stablecoin-world.test-data'
import { ensurePlatformWallets } from '@/server/platform/gas-wallet'
import { anyOperator } from '@/server/testing/any-operator'
import { createTenant } from '@/server/testing/create-tenant'
import { drainChain } from '@/server/testing/drain-chain'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { CLUSTER_ID, type LocalSolana, runPump, startLocalSolana } from '@/server/testing/local-solana'
import { newAddress } from '@/server/testing/new-address'
import { newWallet } from '@/server/testing/new-wallet'
import { alarmedOf } from '@/server/testing/open-alarms'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries } from '@/server/testing/open-recovery'
import { takeBackup } from '@/server/testing/restorable-database'
import { setVariables } from '@/server/testing/set-variables'
import { someone } from '@/server/testing/solana-world'
import { countRestoredWallets } from '@/server/wallets/count-restored-wallets'
import { countWallets } from '@/server/wallets/count-wallets'
import { createWallets } from '@/server/wallets/create-wallets'
import { deactivateWallet } from '@/server/wallets/deactivate-wallet'
import { getWalletDetail } from '@/server/wallets/get-wallet'
import { listWallets } from '@/server/wallets/list-wallets'
import { requireActiveWalletCached } from '@/server/wallets/require-active-wallet'
import { restoredWalletsWatcher } from '@/server/wallets/watch-restored'
import { watchRestore } from './detect-restore'

const UNITS = 5_000_000n
const OPERATORS = [anyOperator(), anyOperator()]
const LOST = 3
/** A busy machine reads a cluster hardly faster than it has blocks. */
const WITHIN_MS = 180_000

const database = openDatabase()
let local: LocalChain
let solana: LocalSolana
beforeAll(async () => {
  local = await startLocalChain()
  solana = await startLocalSolana()
  await createPlatform()
  await ensurePlatformWallets()
  const { mint, decimals } = solana.tokenOf('cNGN')
  await takeToken({ ...local.cngn, chainId: CHAIN_ID, peg: 'NGN' })
  await takeToken({ chainId: CLUSTER_ID, address: mint.toBase58(), symbol: 'cNGN', decimals, peg: 'NGN' })
})
afterAll(async () => {
  await solana.stop()
  await local.stop()
})

/** The kinds of chains, and what an operator and a payer do on each. */
const kinds = {
  EVM: {
    chainId: CHAIN_ID,
    token: () => local.cngn.address as string,
    pay: (to: string) => local.fundToken(to, UNITS),
    newRecipient: () => newAddress() as string,
    balance: (owner: string) => local.tokenBalance(owner),
    send: () => drainChain() as Promise<unknown>,
  },
  SOLANA: {
    chainId: CLUSTER_ID,
    token: () => solana.tokenOf('cNGN').mint.toBase58(),
    pay: (to: string) => solana.fundToken('cNGN', to, UNITS),
    newRecipient: someone,
    balance: (owner: string) => solana.tokenBalance('cNGN', owner),
    send: () => runPump() as Promise<unknown>,
  },
}

const depositHeadOf = async (chainId: number) => {
  const ofDeposits = and(eq(chainCursors.chainId, chainId), eq(chainCursors.consumer, 'deposits'))
  const [cursor] = await workerCtx().db.select().from(chainCursors).where(ofDeposits)
  return cursor?.blockNumber
}

/** As if no process had ever read the chain for deposits. One has claimed the cursor, and its endpoints fail. */
async function forgetFollowed(chainId: number): Promise<void> {
  const { db } = workerCtx()
  const ofDeposits = and(eq(chainCursors.chainId, chainId), eq(chainCursors.consumer, 'deposits'))
  await db.update(chainCursors).set({ blockNumber: 0n, blockHash: null, highestBlock: 0n }).where(ofDeposits)
  await db.update(recoveries).set({ depositsReadTo: {} })
}

/** One turn of the open recovery, now. */
async function takeTurn(): Promise<void> {
  await workerCtx().db.delete(heartbeats).where(eq(heartbeats.name, 'recovery-look'))
  await watchRestore(workerCtx())
}

const unmatched = async (address: string) => {
  const { items } = await inOperatorReading(OPERATORS[0] ?? anyOperator(), (ctx) => listUnmatchedDeposits(ctx))
  return items.filter((item) => item.address === address)
}

test.each(['EVM', 'SOLANA'] as const)(
  'money to the address of a payment that the backup lacks is an unmatched deposit, and is sent back (%s)',
  async (family) => {
    const { chainId, token, pay, newRecipient, balance, send } = kinds[family]
    const payer = await createPayer()
    await openOnChains(payer)
    await readOn(chainId)
    const backup = await takeBackup(database.url)
    const lost: string[] = []
    for (let n = 0; n < LOST; n += 1) {
      const { accounts } = await openOnChains(payer)
      lost.push(accounts.find((account) => account.chainId === chainId)?.address ?? '')
    }
    // One payment was read before the restore, one arrives during the recovery, one after it.
    const [before = '', during = '', after = ''] = lost
    await pay(before)
    await readOn(chainId)
    await backup.restore()
    forgetCaches()
    await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
    // What a follower reads before the addresses are added is not stored.
    const head = await depositHeadOf(chainId)
    await pay(during)
    await expect(readOn(chainId)).rejects.toThrow(LeaseLostError)
    expect(await depositHeadOf(chainId)).toBe(head)
    await takeTurn()
    await endRecoveries()
    await pay(after)
    for (const address of lost)
      await until(chainId, async () => expect(await unmatched(address)).toHaveLength(1), WITHIN_MS)

    for (const address of lost) {
      const [found] = await unmatched(address)
      const toAddress = newRecipient()
      const depositIds = [found?.id ?? '']
      const what = { chainId, address, tokenAddress: token(), amount: null, toAddress, depositIds, reason: 'a test' }
      for (const operator of OPERATORS) {
        const request = await inOperatorReading(operator, (ctx) => findRecovery(ctx, what))
        await inOperator(operator, (ctx) => recoverDeposit(ctx, { ...what, found: request }))
      }
      await send()
      expect(await balance(toAddress)).toBe(UNITS)
    }
    // An address that is watched is given to no payment.
    const { accounts } = await openOnChains(payer)
    expect(lost).not.toContain(accounts.find((account) => account.chainId === chainId)?.address)
  },
  400_000,
)

const listed = async (tenant: Tenant) => {
  const { items, total } = await inTenant(tenant, (ctx) =>
    listWallets(ctx, listWalletsQuery.parse({ pageSize: '100' })),
  )
  expect([items.length, (await inTenant(tenant, (ctx) => countWallets(ctx, {}))).count]).toEqual([total, total])
  return items.map(({ address }) => address)
}
const depositsOf = (tenant: Tenant) => inTenant(tenant, (ctx) => listDeposits(ctx, listDepositsQuery.parse({})))

test.each(['EVM', 'SOLANA'] as const)(
  'money to a wallet that the backup lacks is a deposit of its business (%s)',
  async (family) => {
    const { chainId, pay } = kinds[family]
    const tenant = await createTenant()
    await newWallet(tenant, family)
    const other = await createTenant()
    await newWallet(other, family)
    await readOn(chainId)
    const backup = await takeBackup(database.url)
    const lost: string[] = []
    for (let n = 0; n < LOST; n += 1) lost.push((await newWallet(tenant, family)).address)
    const [before = '', during = '', after = ''] = lost
    await pay(before)
    await readOn(chainId)
    const find = () => requireActiveWalletCached(tenant, { chainType: family, from: before })
    const { id: formerId, addressIndex } = await find()
    await backup.restore()
    forgetCaches()
    await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
    await pay(during)
    await takeTurn()
    await endRecoveries()
    const found = await find()
    expect(found).toMatchObject({ addressIndex, purpose: 'RESTORED', restored: 'unused' })
    expect(found.id).not.toBe(formerId)
    expect(await listed(tenant)).toHaveLength(1)
    await pay(after)
    await until(chainId, async () => expect((await depositsOf(tenant)).items).toHaveLength(LOST), WITHIN_MS)

    expect((await depositsOf(tenant)).items.map(({ address }) => address).sort()).toEqual([...lost].sort())
    expect((await depositsOf(other)).items).toEqual([])
    expect(await listed(tenant)).toEqual(expect.arrayContaining(lost))
    expect(await listed(tenant)).toHaveLength(1 + LOST)
    expect(await listed(other)).toHaveLength(1)
    const counted = await inOperatorReading(anyOperator(), (ctx) => countRestoredWallets(ctx))
    const [own, others] = [tenant, other].map((one) => counted.find(({ businessId }) => businessId === one.businessId))
    expect(own).toMatchObject({ used: LOST, isIncomplete: false })
    expect(others).toMatchObject({ used: 0, isIncomplete: false })
    const detailOf = async (walletId: string) => inTenant(tenant, (ctx) => getWalletDetail(ctx, walletId))
    expect(await detailOf(found.id)).toMatchObject({ purpose: 'RESTORED', isRestored: true })
    const [named] = await inTenantWithSeed(tenant, (ctx) =>
      createWallets(ctx, { chainType: family, count: 1, purpose: 'RESTORED' }),
    )
    const { id } = await requireActiveWalletCached(tenant, { chainType: family, from: named?.address ?? '' })
    expect(await detailOf(id)).toMatchObject({ purpose: 'RESTORED', isRestored: false })
    const notices = (await findCauses(workerCtx())).filter(({ kind }) => kind === 'wallets_restored')
    expect(notices.map(({ businessId }) => businessId)).toContain(tenant.businessId)
    expect(notices.map(({ businessId }) => businessId)).not.toContain(other.businessId)
    expect(lost).not.toContain((await newWallet(tenant, family)).address)
  },
  400_000,
)

test.each([
  ['EVM', 'changed', 'before'],
  ['EVM', 'of an unknown key', 'before'],
  ['EVM', 'changed', 'after'],
  ['SOLANA', 'changed', 'before'],
] as const)(
  'money to wallets whose seed does not open yet is found once it does, and others do not wait (%s, %s, first followed %s the recovery)',
  async (family, fault, followed) => {
    const { chainId, pay } = kinds[family]
    const [tenant, other] = [await createTenant(), await createTenant()]
    for (const one of [tenant, other]) await newWallet(one, family)
    await readOn(chainId)
    if (followed === 'after') await forgetFollowed(chainId)
    const backup = await takeBackup(database.url)
    const [lost, lostOfOther] = [await newWallet(tenant, family), await newWallet(other, family)]
    for (const { address } of [lost, lostOfOther]) await pay(address)
    await backup.restore()
    forgetCaches()
    const flip = () => flipSeed(tenant.businessId, fault)
    await flip()
    await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
    await takeTurn()
    await endRecoveries()
    await until(chainId, async () => expect((await depositsOf(other)).items).toHaveLength(1), WITHIN_MS)
    await pay(lost.address)
    await readOn(chainId)
    expect((await depositsOf(tenant)).items).toEqual([])
    const watch = () => runWatchers(workerCtx(), [restoredWalletsWatcher])
    await watch()
    expect(await alarmedOf('restored_wallets_missing')).toHaveLength(1)
    const counted = await inOperatorReading(anyOperator(), (ctx) => countRestoredWallets(ctx))
    expect(counted.filter(({ isIncomplete }) => isIncomplete).map(({ businessId }) => businessId)).toEqual([
      tenant.businessId,
    ])

    await flip()
    await takeTurn()
    await until(chainId, async () => expect((await depositsOf(tenant)).items).toHaveLength(2), WITHIN_MS)
    expect((await depositsOf(tenant)).items.map(({ address }) => address)).toEqual([lost.address, lost.address])
    expect((await depositsOf(other)).items).toHaveLength(1)
    await watch()
    expect(await alarmedOf('restored_wallets_missing')).toEqual([])
    expect((await newWallet(tenant, family)).address).not.toBe(lost.address)
  },
  400_000,
)

test.each([
  ['EVM', 'before'],
  ['EVM', 'after'],
  ['SOLANA', 'before'],
] as const)(
  'a seed that is restored after the blocks were read without its wallets has their deposits (%s, first followed %s the recovery)',
  async (family, followed) => {
    const { chainId, pay } = kinds[family]
    const folder = await mkdtemp(join(tmpdir(), 'slipway-seeds-'))
    setVariables({ SEED_COPY_DIR: folder })
    const tenant = await createTenant()
    await readOn(chainId)
    if (followed === 'after') await forgetFollowed(chainId)
    const backup = await takeBackup(database.url)
    const { address } = await newWallet(tenant, family)
    await pay(address)
    await readOn(chainId)
    await backup.restore()
    forgetCaches()
    await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
    await takeTurn()
    await endRecoveries()
    await pay(address)
    await readOn(chainId)
    // A replica is promoted before the operators restore the seed.
    await beginRestoreRecovery({ cause: 'other_database', message: 'A replica was promoted' })
    await takeTurn()
    await endRecoveries()
    await pay(address)
    await readOn(chainId)
    expect((await depositsOf(tenant)).items).toEqual([])

    expect((await restoreSeeds()).restored).toContain(tenant.businessId)
    await takeTurn()
    await until(chainId, async () => expect((await depositsOf(tenant)).items).toHaveLength(3), WITHIN_MS)
    expect(await restoreSeeds()).toEqual({ restored: [], refused: [] })
    setVariables({ SEED_COPY_DIR: undefined })
    await rm(folder, { recursive: true })
  },
  400_000,
)

test('a wallet that was deactivated after the backup is added as deactivated, also after the recovery', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-mark-'))
  setVariables({ RESTORE_MARK_FILE: join(folder, 'mark') })
  forgetStops()
  const tenant = await createTenant()
  await newWallet(tenant)
  const backup = await takeBackup(database.url)
  const { address } = await newWallet(tenant)
  const find = () => workerCtx().db.select().from(wallets).where(eq(wallets.address, address))
  const [before] = await find()
  await inTenant(tenant, (ctx) => deactivateWallet(ctx, before?.id ?? ''))
  await recordStops(workerCtx())
  await backup.restore()
  forgetCaches()
  await flipSeed(tenant.businessId, 'changed')
  await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
  await takeTurn()
  await endRecoveries()
  expect(await find()).toEqual([])
  await flipSeed(tenant.businessId, 'changed')
  await takeTurn()
  expect(await find()).toMatchObject([{ isActive: false, restored: 'unused' }])
  await rm(folder, { recursive: true })
})
