import type { businesses, projects } from '@/db/schema'
import type { SearchHit } from '@/schemas/search/contract'
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
    status: found.status,
    businessId: found.business_id,
    businessName: business?.name ?? found.business_id,
    projectId: project?.id ?? null,
    projectName: project?.name ?? null,
    createdAt: found.created_at.toISOString(),
  }
}
