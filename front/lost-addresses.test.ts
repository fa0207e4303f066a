import { expect, test } from 'vitest'
import { LeaseLostError } from '@/db/lease'
import { chainCursors } from '@/db/schema'
import { listWalletsQuery } from '@/schemas/wallets/contract'
import { forgetCaches } from '@/server/changing-cache'
import { inOperator, inOperatorReading, inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { beginRestoreRecovery } from '@/server/engine/recovery/begin-restore-recovery'
import { findCauses } from '@/server/notices/find-causes'
import { createPayer } from '@/server/payments/payment-world.test-data'
import { findRecovery } from '@/server/payments/stablecoins/find-recovery'
import { recoverDeposit } from '@/server/payments/stablecoins/recover-deposit'
import {
  listUnmatchedDeposits,
  openOnChains,
  readOn,
  until,
} from '@/server/payments/stablecoins/stablecoin-world.test-data'
import { anyOperator } from '@/server/testing/any-operator'
import { createTenant } from '@/server/testing/create-tenant'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { newWallet } from '@/server/testing/new-wallet'
import { endRecoveries } from '@/server/testing/open-recovery'
import { takeBackup } from '@/server/testing/restorable-database'
import { countRestoredWallets } from '@/server/wallets/count-restored-wallets'
import { countWallets } from '@/server/wallets/count-wallets'
import { createWallets } from '@/server/wallets/create-wallets'
import { getWalletDetail } from '@/server/wallets/get-wallet'
import { listWallets } from '@/server/wallets/list-wallets'
import { requireActiveWalletCached } from '@/server/wallets/require-active-wallet'
import { depositsOf, ofDeposits, openLostWorld, takeTurn, UNITS, WITHIN_MS } from './lost-world.test-data'

const OPERATORS = [anyOperator(), anyOperator()]
const LOST = 3

// Starts early: it waits for many blocks.
const { database, kinds } = openLostWorld()

const depositHeadOf = async (chainId: number) => {
  const [cursor] = await workerCtx().db.select().from(chainCursors).where(ofDeposits(chainId))
  return cursor?.blockNumber
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
