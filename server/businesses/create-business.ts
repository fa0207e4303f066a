import { randomBytes } from 'node:crypto'
import { businesses } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'

/** A new customer, without projects or people yet. */
export async function createBusiness(ctx: OperatorCtx, input: { name: string }): Promise<{ id: string }> {
  const [business] = await ctx.db
    .insert(businesses)
    .values({ name: input.name, slug: toSlug(input.name) })
    .returning({ id: businesses.id })
  if (!business) throw new Error('the business was not written')
  const owner = { ...ctx, businessId: business.id, projectId: null }
  const entry = { action: 'business.created', target: business.id, detail: { name: input.name } } as const
  await appendAudit(owner, entry)
  await appendPlatformAudit(ctx, entry)
  return business
}

/** Readable, and unique through its random end: two customers may share a name. */
function toSlug(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return [words.slice(0, 40), randomBytes(3).toString('hex')].filter(Boolean).join('-')
}
