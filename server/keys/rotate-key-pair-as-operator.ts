import { and, eq } from 'drizzle-orm'
import { projects } from '@/db/schema'
import type { KeyPairView } from '@/schemas/keys/contract'
import type { OperatorCtx } from '@/server/ctx'
import { mailAccessChange } from '@/server/mail/mail-access-change'
import { rotateKeyPair } from './rotate-key-pair'

type Issued = { businessId: string; projectId: string; overlapHours: number; name?: string }

/** An operator issues a new pair of keys for a project, and the owners get an email. Throws as `rotateKeyPair`. */
export async function rotateKeyPairAsOperator(
  ctx: OperatorCtx,
  { overlapHours, name: given, ...project }: Issued,
): Promise<KeyPairView> {
  const pair = await rotateKeyPair({ ...ctx, ...project }, { overlapHours, name: given })
  const { businessId, projectId } = project
  const [row] = await ctx.db
    .select({ name: projects.name })
    .from(projects)
    .where(and(eq(projects.businessId, businessId), eq(projects.id, projectId)))
  const change = { kind: 'keys', projectId, projectName: row?.name ?? '' } as const
  await mailAccessChange(ctx, { businessId, id: pair.live.id, change })
  return pair
}
