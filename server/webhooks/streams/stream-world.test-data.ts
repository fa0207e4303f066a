import { newId } from '@/db/new-id'
import type { ProjectEventKind } from '@/schemas/webhooks/words'
import type { Tenant } from '@/server/ctx'

export type Project = Tenant & { projectId: string }

/** The n-th event of a project, as `publishEvents` takes it. */
export function publishing({ businessId, projectId }: Project, n: number, kind: ProjectEventKind) {
  const body = () => JSON.stringify({ type: kind, timestamp: '2026-11-21T11:05:44.862Z', data: { n } })
  return { businessId, projectId, kind, source: 'payment', sourceId: newId(), body, orderKey: null } as const
}
