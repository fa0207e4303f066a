import { createHash, randomInt, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import {
  blockedAddresses,
  businesses,
  chainTokens,
  ipAllowlist,
  rpcEndpoints,
  savedViews,
  screeningLists,
  subscriptions,
  wallets,
} from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { inTenant, inWorker } from '@/server/ctx'
import { rotateKeyPair } from '@/server/keys/rotate-key-pair'
import { LIST_ID } from '@/server/screening/lists/read-list'
import { addWallets } from '@/server/wallets/add-wallets'
import { createTenant } from './create-tenant'
import { destinationRows } from './destination-rows'
import { fillTokens, type TokenRequest } from './fill-tokens'
import { first } from './first'
import { inTenantWithSeed } from './in-tenant-with-seed'
import { CHAIN_ID } from './mutation-chain'
import { newAddress } from './new-address'
import { newLink } from './new-link'
import { paymentRows } from './payment-rows'
import { newPortalCaller } from './portal-caller'
import { transactionRows } from './transaction-rows'

export type MutationWorld = Awaited<ReturnType<typeof newMutationWorld>>

/** A business with an owner, an operator, and what mutations work on. `rpcUrl`: a node that knows every contract. */
export async function newMutationWorld(rpcUrl: string) {
  const tenant = await createTenant()
  const { businessId, projectId } = tenant
  const owner = await newPortalCaller({ businessId, role: 'owner' })
  const operator = await newPortalCaller({ platformRole: 'operator' })

  const { id: walletId, address } = await inTenantWithSeed(tenant, async (ctx) => {
    await addWallets(ctx, { chainType: 'EVM', purpose: 'TEST', count: 1 })
    return first(await ctx.db.select().from(wallets))
  })

  return {
    ...paymentRows({ businessId, projectId, walletId }),
    ...transactionRows(tenant, { walletId, address }),
    ...destinationRows(tenant),
    token: (wanted?: TokenRequest) => inWorker((ctx) => fillTokens(ctx, { businessId, projectId, walletId }, wanted)),
    businessId,
    projectId,
    owner,
    operator,
    walletId,
    rpcUrl,
    /** Another member of the business, a developer. */
    member: () => newPortalCaller({ businessId, role: 'developer' }),
    /** A person of another business. */
    stranger: async () => newPortalCaller({ businessId: (await createTenant()).businessId, role: 'viewer' }),
    invitation: (email?: string) => newLink({ kind: 'invitation', email, role: 'viewer', memberOf: businessId }),
    resetToken: async () => (await newLink({ kind: 'password_reset', email: owner.email })).token,
    emailToken: async () => (await newLink({ kind: 'email_change', userId: owner.personId })).token,
    /** A node of a chain that is not here. */
    nodeOfNewChain: async () => {
      const block = { number: '0x64', timestamp: '0x64', baseFeePerGas: '0x1' }
      const methods = { eth_getBlockByNumber: () => block, eth_gasPrice: () => '0x1', eth_getCode: () => '0x' }
      const node = await startStubNode({ chainId: randomInt(1_000_000_000, 2_000_000_000), methods })
      return node.url
    },
    chainToken: async () => {
      const address = newAddress()
      const row = { chainId: CHAIN_ID, symbol: address.slice(-8), address, decimals: 6 }
      await inWorker(({ db }) => db.insert(chainTokens).values(row))
      return address
    },
    suspend: () =>
      inWorker(({ db }) => db.update(businesses).set({ status: 'suspended' }).where(eq(businesses.id, businessId))),
    /** A saved view of the owner. */
    savedView: () => {
      const row = { businessId, projectId, userId: owner.personId, list: 'transactions', query: 'type=SIGN' } as const
      return inTenant(
        tenant,
        async ({ db }) =>
          first(
            await db
              .insert(savedViews)
              .values({ ...row, name: randomUUID() })
              .returning(),
          ).id,
      )
    },
    /** The plan of the first product that runs. */
    billing: () =>
      inTenant(tenant, async ({ db }) => {
        const isOfFirst = and(eq(subscriptions.businessId, businessId), eq(subscriptions.productId, 1))
        return first(await db.select({ id: subscriptions.id }).from(subscriptions).where(isOfFirst)).id
      }),
    refusedList: () => {
      const refusedHash = createHash('sha256').update(randomUUID()).digest('hex')
      const row = { source: 'fixed', checkedAt: new Date(), refusedHash, acceptedHash: null }
      return inWorker(async ({ db }) => {
        await db
          .insert(screeningLists)
          .values({ id: LIST_ID, ...row })
          .onConflictDoUpdate({ target: screeningLists.id, set: row })
        return refusedHash
      })
    },
    blockedAddress: (ofBusiness = businessId) => {
      const row = {
        businessId: ofBusiness,
        address: newAddress(),
        reason: 'test',
        createdBy: 'test',
      }
      return inWorker(async ({ db }) => first(await db.insert(blockedAddresses).values(row).returning()).id)
    },
    allowlistEntry: () => {
      const row = { businessId, projectId, ipAddress: '203.0.113.9', createdBy: 'test' }
      return inTenant(tenant, async ({ db }) => first(await db.insert(ipAllowlist).values(row).returning()).id)
    },
    key: async () =>
      (await inTenant(tenant, (ctx) => rotateKeyPair({ ...ctx, projectId }, { overlapHours: 0 }))).live.id,
    endpoint: async () => {
      const id = await inWorker(async ({ db }) => {
        const [known] = await db.select().from(rpcEndpoints).where(eq(rpcEndpoints.url, rpcUrl))
        if (known) return known.id
        const row = { chainId: CHAIN_ID, url: rpcUrl, label: 'test', role: 'full', priority: 1 } as const
        return first(await db.insert(rpcEndpoints).values(row).returning()).id
      })
      // A mutation of this test may have read the chains before.
      forgetChains()
      return id
    },
  }
}
