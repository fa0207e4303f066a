import { lruPerProcess } from '@/db/lru-per-process'
import { inTenant, type Tenant } from '@/server/ctx'
import { MS_PER_HOUR } from '@/server/durations'
import { appendAudit } from './append-audit'

const visits = () => lruPerProcess<Promise<void>>('platform-visits', { max: 10_000 })

/**
 * Records in a business's chain that a person of the platform opens one of its projects, before anything is shown: once
 * per session, business and hour, counted per process.
 */
export function recordVisit(tenant: Tenant, visitor: { sessionId: string; role: string }): Promise<void> {
  const hour = Math.floor(Date.now() / MS_PER_HOUR)
  const key = `${visitor.sessionId} ${tenant.businessId} ${hour}`
  const cached = visits().get(key)
  if (cached) return cached
  const noted = inTenant(tenant, (ctx) =>
    appendAudit(ctx, {
      action: 'project.viewed',
      target: tenant.projectId ?? tenant.businessId,
      detail: { role: visitor.role },
    }),
  )
  visits().set(key, noted)
  noted.catch(() => visits().delete(key))
  return noted
}
