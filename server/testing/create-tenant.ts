import { randomBytes, randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { capabilitiesOf } from '@/db/capabilities'
import { businesses, plans, projects, subscriptions } from '@/db/schema'
import { PRODUCTS } from '@/db/seed-data'
import { inWorker, type Tenant } from '@/server/ctx'

type TenantOptions = {
  capabilities?: readonly string[]
  name?: string
  /** A further project of this business instead of a new business. */
  businessId?: string
}

/** A business with a project that is subscribed to every product and granted every capability. */
export async function createTenant(options: TenantOptions = {}): Promise<Tenant & { projectId: string }> {
  const businessId = options.businessId ?? v7()
  const projectId = v7()
  const name = options.name ?? `Business ${randomBytes(3).toString('hex')}`
  await inWorker(async ({ db }) => {
    if (!options.businessId) await db.insert(businesses).values({ id: businessId, name, slug: randomUUID() })
    await db.insert(projects).values({ id: projectId, businessId, name: 'Main', webhookSecretSealed: randomBytes(32) })
    const granted = await db
      .insert(plans)
      .values(
        PRODUCTS.map(({ id: productId }) => ({
          productId,
          name: `Test ${name}`,
          description: 'A plan of one test',
          priceMonthlyMinor: 0n,
          capabilities: capabilitiesOf(productId).filter(
            (capability) => options.capabilities?.includes(capability) ?? true,
          ),
          rateLimits: { readPerMinute: 1_000_000, writePerMinute: 1_000_000 },
          createdBy: 'test',
        })),
      )
      .returning({ planId: plans.id, productId: plans.productId })
    await db.insert(subscriptions).values(
      granted.map((plan) => ({
        ...plan,
        businessId,
        projectId,
        status: 'ACTIVE' as const,
        startDate: new Date(),
        endDate: new Date(Date.now() + 30 * 86_400_000),
        createdBy: 'test',
      })),
    )
  })
  return { businessId, projectId, actor: { type: 'key', id: v7() }, requestId: v7() }
}
