import { createHmac } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { sql } from 'drizzle-orm'
import { apiKeys, businesses, memberships, projects, subscriptions, users } from '@/db/schema'
import { seedReference } from '@/db/seed-reference'
import { inWorker, type WorkerCtx, workerCtx } from '@/server/ctx'
import { sealSecret } from '@/server/custody/secrets'
import { derivedSecret } from '@/server/env'
import { formatApiKey, hashApiKey, type KeyEnvironment, PEPPER_VERSION, visibleParts } from '@/server/keys/api-key'
import { ensureSolanaFeePayer } from '@/server/platform/ensure-fee-payer'
import { ensureGasWallet, listPlatformWallets } from '@/server/platform/gas-wallet'
import { webhookSecretUse } from '@/server/webhooks/find-keys'
import { type SeededChain, seedChain } from './seed-chain'
import { seedMoney } from './seed-money'

export type Demo = {
  businessId: string
  projectId: string
  liveKey: string
  testKey: string
  gasWalletAddress: string
  /** All EVM wallets of the platform, to be funded. */
  platformWallets: string[]
  /** Who pays fees and rent on Solana, to be funded. */
  solanaFeePayer: string
  signIns: Record<'operator' | 'support' | 'owner' | 'developer' | 'viewer', { email: string; password: string }>
}

const FIRST = { businessId: '0193a000-0000-7000-8000-000000000001', projectId: '0193a000-0000-7000-8000-000000000011' }
const SECOND = { businessId: '0193a000-0000-7000-8000-000000000002', projectId: '0193a000-0000-7000-8000-000000000012' }

/** The people of the demo. The second business shows that businesses are isolated from each other. */
const PEOPLE = [
  { email: 'operator@slipway.test', name: 'Ope Operator', platformRole: 'operator' },
  { email: 'support@slipway.test', name: 'Sade Support', platformRole: 'support' },
  { email: 'owner@lagoonpay.test', name: 'Lola Adeyemi', memberOf: FIRST.businessId, role: 'owner' },
  { email: 'developer@lagoonpay.test', name: 'Dayo Bello', memberOf: FIRST.businessId, role: 'developer' },
  { email: 'viewer@lagoonpay.test', name: 'Vera Okafor', memberOf: FIRST.businessId, role: 'viewer' },
  { email: 'owner@harbourfunds.test', name: 'Hadiza Musa', memberOf: SECOND.businessId, role: 'owner' },
  { email: 'developer@harbourfunds.test', name: 'Deji Cole', memberOf: SECOND.businessId, role: 'developer' },
  { email: 'viewer@harbourfunds.test', name: 'Vik Eze', memberOf: SECOND.businessId, role: 'viewer' },
] as const

/**
 * Fills a local database: reference data, two businesses with people, projects, keys and plans, and the local chains.
 * Repeatable. Keys and passwords are derived from SLIPWAY_SECRET, so every run of one installation shows the same ones.
 */
export async function seedDatabase(localChains: SeededChain[]): Promise<Demo> {
  // Sealed before the transaction, because a key service must not be waited for in one.
  const first = await withSecret(FIRST)
  const second = await withSecret(SECOND)
  await inWorker(async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(7310418)`)
    await seedReference(ctx.db)
    for (const chain of localChains) await seedChain(ctx.db, chain)
    await seedBusiness(ctx, first, 'Lagoon Pay', 'lagoon-pay')
    await seedBusiness(ctx, second, 'Harbour Funds', 'harbour-funds')
    await seedMoney(ctx, FIRST.businessId)
    for (const person of PEOPLE) await seedPerson(ctx, person)
  })
  return {
    ...FIRST,
    liveKey: demoKey('live', FIRST.projectId),
    testKey: demoKey('test', FIRST.projectId),
    gasWalletAddress: await ensureGasWallet(),
    solanaFeePayer: await ensureSolanaFeePayer(),
    platformWallets: (await listPlatformWallets(workerCtx())).map((wallet) => wallet.address),
    signIns: {
      operator: signIn('operator@slipway.test'),
      support: signIn('support@slipway.test'),
      owner: signIn('owner@lagoonpay.test'),
      developer: signIn('developer@lagoonpay.test'),
      viewer: signIn('viewer@lagoonpay.test'),
    },
  }
}

type WithSecret = { ids: typeof FIRST; webhookSecretSealed: Uint8Array }

async function withSecret(ids: typeof FIRST): Promise<WithSecret> {
  const secret = createHmac('sha256', derivedSecret('demo webhook secret')).update(ids.projectId).digest()
  return { ids, webhookSecretSealed: await sealSecret(webhookSecretUse(ids.projectId), secret) }
}

async function seedBusiness(
  { db }: WorkerCtx,
  { ids, webhookSecretSealed }: WithSecret,
  name: string,
  slug: string,
): Promise<void> {
  await db.insert(businesses).values({ id: ids.businessId, name, slug }).onConflictDoNothing()
  const project = { id: ids.projectId, businessId: ids.businessId, name: 'Main project', webhookSecretSealed }
  await db.insert(projects).values(project).onConflictDoNothing()
  for (const environment of ['live', 'test'] as const) {
    const key = demoKey(environment, ids.projectId)
    await db
      .insert(apiKeys)
      .values({
        ...ids,
        environment,
        secretHash: await hashApiKey(key),
        pepperVersion: PEPPER_VERSION,
        ...visibleParts(key),
        createdBy: 'system',
      })
      .onConflictDoNothing()
  }
  const startDate = new Date()
  const endDate = new Date(startDate.getTime() + 365 * 86_400_000)
  for (const [productId, planId] of [
    [1, 3],
    [2, 6],
    [3, 9],
  ] as const) {
    const terms = { billingCycle: 'YEARLY', status: 'ACTIVE', startDate, endDate, createdBy: 'system' } as const
    await db
      .insert(subscriptions)
      .values({ ...ids, planId, productId, ...terms })
      .onConflictDoNothing()
  }
}

async function seedPerson({ db }: WorkerCtx, person: (typeof PEOPLE)[number]): Promise<void> {
  const passwordHash = await hash(signIn(person.email).password)
  const platformRole = 'platformRole' in person ? person.platformRole : null
  const [user] = await db
    .insert(users)
    .values({ email: person.email, name: person.name, passwordHash, platformRole })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (!user || !('memberOf' in person)) return
  await db.insert(memberships).values({ userId: user.id, memberOf: person.memberOf, role: person.role })
}

function demoKey(environment: KeyEnvironment, projectId: string): string {
  return formatApiKey(
    environment,
    createHmac('sha256', derivedSecret(`demo ${environment} key`))
      .update(projectId)
      .digest(),
  )
}

function signIn(email: string): { email: string; password: string } {
  return {
    email,
    password: createHmac('sha256', derivedSecret('demo password')).update(email).digest('base64url').slice(0, 14),
  }
}
