import type { businesses, projects } from '@/db/schema'
import type { OwnHit, SearchHit } from '@/schemas/search/contract'
import type { OwnHitKind } from '@/schemas/search/words'
import type { Found } from './finders'

type Named = {
  business: Pick<typeof businesses.$inferSelect, 'name'> | undefined
  project: Pick<typeof projects.$inferSelect, 'id' | 'name'> | undefined
}

/** A search hit, with the names of its business and its project. */
export function toHit(found: Found, { business, project }: Named): SearchHit {
  return {
    kind: found.kind,
    id: found.id,
    label: found.label,
    tokenOperation: null,
    status: found.status,
    businessId: found.business_id,
    businessName: business?.name ?? found.business_id,
    projectId: project?.id ?? null,
    projectName: project?.name ?? null,
    createdAt: found.created_at.toISOString(),
  }
}

type OwnRecord = { id: string; label: string; status: string | null; createdAt: Date }

/** A record of a project, as its people find it. */
export function toOwnHit(kind: OwnHitKind, { id, label, status, createdAt }: OwnRecord): OwnHit {
  return { kind, id, label, tokenOperation: null, status, createdAt: createdAt.toISOString() }
}
