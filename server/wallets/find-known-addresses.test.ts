import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { policies, tokens, wallets } from '@/db/schema'
import { inTenant, workerCtx } from '@/server/ctx'
import { openSearchWorld } from '@/server/search/search-world.test-data'
import { findKnownAddresses } from './find-known-addresses'

const world = openSearchWorld()
const db = () => workerCtx().db
const UNKNOWN = `0x${'9'.repeat(40)}`
const SUPPLIER = '0x52908400098527886E0F7030069857D2E4169EE7'

const known = (addresses: (string | null)[], tenant = world.own) =>
  inTenant(tenant, (ctx) => findKnownAddresses(ctx, addresses))

test('names the wallets, the tokens and the allowed recipients of a business, and nothing of another', async () => {
  const { projectId } = world.own
  const { walletId, tokenId } = world.filled
  const [wallet] = await db().select().from(wallets).where(eq(wallets.id, walletId))
  const [token] = await db().select().from(tokens).where(eq(tokens.id, tokenId))
  const allowedRecipients = [{ address: SUPPLIER, label: 'Supplier' }]
  await db().update(policies).set({ allowedRecipients }).where(eq(policies.projectId, projectId))
  const addresses = [UNKNOWN, wallet?.address ?? '', token?.contractAddress ?? '', SUPPLIER.toLowerCase(), null]
  expect(await known(addresses)).toEqual([
    {
      address: wallet?.address,
      kind: 'wallet',
      name: wallet?.label ?? `Wallet ${wallet?.addressIndex}`,
      id: walletId,
      projectId: null,
    },
    { address: token?.contractAddress, kind: 'token', name: token?.ticker, id: tokenId, projectId: token?.projectId },
    { address: SUPPLIER.toLowerCase(), kind: 'recipient', name: 'Supplier', id: null, projectId },
  ])
  expect(await known(addresses, world.other)).toEqual([])
})

test('a label names a wallet better than its index', async () => {
  const { walletId } = world.filled
  const [wallet] = await db().update(wallets).set({ label: 'Payroll' }).where(eq(wallets.id, walletId)).returning()
  expect(await known([wallet?.address ?? ''])).toMatchObject([{ name: 'Payroll' }])
})
