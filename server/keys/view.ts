import type { apiKeys } from '@/db/schema'
import type { ApiKeyView, NamedKeyView } from '@/schemas/keys/contract'

type KeyRow = typeof apiKeys.$inferSelect

/** The public shape of a key: everything but the key. */
export function toApiKeyView(row: KeyRow, now: Date): ApiKeyView {
  return {
    id: row.id,
    projectId: row.projectId,
    environment: row.environment,
    prefix: row.prefix,
    lastFour: row.lastFour,
    status: statusOf(row, now),
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedIp: row.lastUsedIp,
  }
}

/** A key with the name of its pair, for the portal. */
export function toNamedKey(row: KeyRow, now: Date): NamedKeyView {
  return { ...toApiKeyView(row, now), name: row.name }
}

function statusOf({ revokedAt, expiresAt }: KeyRow, now: Date): ApiKeyView['status'] {
  if (revokedAt) return 'revoked'
  if (!expiresAt) return 'active'
  return expiresAt <= now ? 'expired' : 'expiring'
}
