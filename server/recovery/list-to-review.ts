import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AccessToReview } from '@/schemas/recovery/contract'
import type { OperatorCtx } from '@/server/ctx'

const MAX = 100
const row = z.object({
  kind: z.enum(['key', 'address', 'person']),
  name: z.string(),
  businessId: z.uuid(),
  businessName: z.string(),
  projectId: z.uuid().nullable(),
  at: z.iso.datetime({ offset: true }),
})

/**
 * Access that may have been revoked after the backup: valid API keys, allowed addresses and members who may sign in.
 * The last used or made come first, 100 at most.
 */
export async function listToReview({ db }: Pick<OperatorCtx, 'db'>): Promise<AccessToReview[]> {
  const rows = await db.execute(sql`
    select a.kind, a.name, a.business_id as "businessId", b.name as "businessName", a.project_id as "projectId", to_json(a.at) #>> '{}' as at
    from (
      select 'key' as kind, prefix || '…' || last_four as name, business_id, project_id, coalesce(last_used_at, created_at) as at
      from api_keys where revoked_at is null and (expires_at is null or expires_at > now())
      union all
      select 'address', host(ip_address), business_id, project_id, updated_at from ip_allowlist
      union all
      select 'person', u.email, m.member_of, null, greatest(m.created_at, u.updated_at)
      from memberships m join users u on u.id = m.user_id where u.is_active
    ) a join businesses b on b.id = a.business_id
    order by a.at desc limit ${MAX}`)
  return z.array(row).parse([...rows])
}
