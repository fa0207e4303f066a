import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import type { DestinationKind } from './destination-kinds'

type Owner = Pick<TenantCtx, 'businessId'> & { projectId: string }

const uuid = z.uuid()

/** A condition for the project's destinations of a kind that are not deleted. */
export function ofProject({ table }: DestinationKind, { businessId, projectId }: Owner): SQL | undefined {
  return and(eq(table.businessId, businessId), eq(table.projectId, projectId), isNull(table.deletedAt))
}

/** A condition for one of them by its id. Throws not_found, also for an id that is not a UUID. */
export function ownDestination(ctx: Owner, { kind, id }: { kind: DestinationKind; id: string }): SQL | undefined {
  if (!uuid.safeParse(id).success) throw refusal(kind.notFound)
  return and(ofProject(kind, ctx), eq(kind.table.id, id))
}
