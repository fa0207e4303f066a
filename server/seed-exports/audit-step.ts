import { appendAudit } from '@/server/audit/append-audit'
import type { OperatorCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

type Step = {
  name: 'approved' | 'confirmed' | 'sealed' | 'taken' | 'stopped'
  of: { id: string; businessId: string }
  detail?: Record<string, unknown>
}

/** Notes a step of an export in the audit chain of its business and in the platform's. Call it last. */
export async function auditStep(
  ctx: Pick<OperatorCtx, 'db' | 'now' | 'actor' | 'requestId'>,
  { name, of: { id, businessId }, detail = {} }: Step,
): Promise<void> {
  const entry = { action: `seed_export.${name}`, target: id, detail: { ...detail, businessId } } as const
  for (const chain of [businessId, PLATFORM_BUSINESS_ID])
    await appendAudit({ ...ctx, businessId: chain, projectId: null }, entry)
}
