import { sql } from 'drizzle-orm'
import { HEARTBEAT_MS, MAX_STREAMS, SILENT_AFTER_SECONDS } from '@/schemas/webhooks/streams/words'
import { inTenant, type Tenant } from '@/server/ctx'
import { refusal } from '@/server/errors'

type OfProject = Tenant & { projectId: string }

/**
 * Claims a slot for a stream; after its commit, events of the project are recorded. Throws stream_limit if all slots
 * are used.
 */
export async function claimSlot(tenant: OfProject, holder: string): Promise<void> {
  const { businessId, projectId } = tenant
  const taken = await inTenant(tenant, async ({ db }) => {
    // Two streams that open at once would claim the same slot.
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('event-streams ' || ${projectId}::text, 0))`)
    return db.execute(sql`
      insert into event_streams (business_id, project_id, slot, holder, seen_at)
      select ${businessId}::uuid, ${projectId}::uuid, candidates.slot, ${holder}::uuid, now()
      from generate_series(1, ${MAX_STREAMS}::int) candidates(slot)
      left join event_streams s on s.business_id = ${businessId}::uuid and s.project_id = ${projectId}::uuid and s.slot = candidates.slot
      where s.slot is null or s.ended_at is not null or s.seen_at < now() - make_interval(secs => ${SILENT_AFTER_SECONDS}::int)
      order by candidates.slot limit 1
      on conflict (business_id, project_id, slot)
        do update set holder = excluded.holder, seen_at = excluded.seen_at, ended_at = null
      returning slot`)
  })
  if (taken.length === 0) throw refusal('stream_limit', { retryAfter: Math.ceil(HEARTBEAT_MS / 1_000) })
}

/** Renews the slot. False if another stream has it, because this one was silent for too long. */
export async function renewSlot(tenant: OfProject, holder: string): Promise<boolean> {
  const slots = await inTenant(tenant, ({ db }) =>
    db.execute(sql`
      update event_streams set seen_at = now() where business_id = ${tenant.businessId}::uuid
        and project_id = ${tenant.projectId}::uuid and holder = ${holder}::uuid and ended_at is null returning slot`),
  )
  return slots.length > 0
}

/** Releases the slot. Events are recorded for some more days, for clients that reconnect. */
export async function releaseSlot(tenant: OfProject, holder: string): Promise<void> {
  await inTenant(tenant, ({ db }) =>
    db.execute(sql`
      update event_streams set seen_at = now(), ended_at = now() where business_id = ${tenant.businessId}::uuid
        and project_id = ${tenant.projectId}::uuid and holder = ${holder}::uuid and ended_at is null`),
  )
}
