import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AccessToReview } from '@/schemas/recovery/contract'
import { ACCESS_KINDS } from '@/schemas/recovery/words'
import type { OperatorCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

const MAX = 100
const row = z.object({
  kind: z.enum(ACCESS_KINDS),
  name: z.string(),
  businessId: z.uuid().nullable(),
  businessName: z.string(),
  projectId: z.uuid().nullable(),
  at: z.iso.datetime({ offset: true }),
})

/**
 * Lists what may have been stopped after the backup: valid API keys, allowed addresses, people who may sign in with
 * their roles, their passkeys and authenticator apps, active businesses and projects, and lists of blocked addresses,
 * which may lack some. Each kind has 100 rows at most: those of operators and support, then the last used or made.
 */
export async function listToReview({ db }: Pick<OperatorCtx, 'db'>): Promise<AccessToReview[]> {
  const rows = await db.execute(sql`
    with person as (
      select u.id, u.email, m.member_of as business_id, m.role, greatest(m.created_at, u.updated_at) as at
      from memberships m join users u on u.id = m.user_id where u.is_active
      union all
      select id, email, ${PLATFORM_BUSINESS_ID}::uuid, platform_role, updated_at
      from users where is_active and platform_role is not null
    )
    select a.kind, a.name, nullif(a.business_id, ${PLATFORM_BUSINESS_ID}) as "businessId", b.name as "businessName",
      a.project_id as "projectId", to_json(a.at) #>> '{}' as at
    from (
      select *, row_number() over (partition by kind order by business_id = ${PLATFORM_BUSINESS_ID} desc, at desc) as n from (
        select 'key' as kind, case when name = '' then '' else name || ', ' end || prefix || '…' || last_four as name, business_id, project_id, coalesce(last_used_at, created_at) as at
        from api_keys where revoked_at is null and (expires_at is null or expires_at > now())
        union all
        select 'address', host(ip_address), business_id, project_id, updated_at from ip_allowlist
        union all
        select 'person', email || ' (' || role || ')', business_id, null, at from person
        union all
        select 'passkey', o.email || ': ' || p.name, o.business_id, null, coalesce(p.last_used_at, p.created_at)
        from passkeys p join person o on o.id = p.user_id
        union all
        select 'authenticator_app', o.email, o.business_id, null, t.confirmed_at
        from totp_secrets t join person o on o.id = t.user_id where t.confirmed_at is not null
        union all
        select 'business', name, id, null, updated_at from businesses where status = 'active' and kind = 'customer'
        union all
        select 'project', name, business_id, id, updated_at from projects where status = 'active'
        union all
        select 'blocked_addresses', count(*) filter (where removed_at is null) || ' blocked', business_id, null,
          max(greatest(created_at, removed_at))
        from blocked_addresses where source = 'MANUAL' group by business_id
      ) every
    ) a join businesses b on b.id = a.business_id
    where a.n <= ${MAX} order by a.at desc`)
  return z.array(row).parse([...rows])
}
