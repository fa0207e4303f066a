import { createHmac } from 'node:crypto'
import type { auditLog } from '@/db/schema'
import { derivedSecret } from '@/server/env'
import { canonicalJson } from '@/server/text/canonical-json'

type Hashed = Pick<
  typeof auditLog.$inferSelect,
  | 'businessId'
  | 'seq'
  | 'projectId'
  | 'actorType'
  | 'actorId'
  | 'action'
  | 'target'
  | 'detail'
  | 'requestId'
  | 'previousHash'
  | 'createdAt'
>

/** Binds a row to the one before it; made with a secret the database does not know. */
export function auditHash(row: Hashed): string {
  const { businessId, seq, projectId, actorType, actorId, action, target, detail, requestId, previousHash } = row
  const told = { businessId, seq, projectId, actorType, actorId, action, target, detail, requestId, previousHash }
  return createHmac('sha256', derivedSecret('audit'))
    .update(canonicalJson({ ...told, createdAt: row.createdAt.toISOString() }))
    .digest('hex')
}
