import { createHmac } from 'node:crypto'
import type { auditLog } from '@/db/schema'
import { stableSecret } from '@/server/stable-secret'
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
export async function auditHash(row: Hashed): Promise<string> {
  const { businessId, seq, projectId, actorType, actorId, action, target, detail, requestId, previousHash } = row
  const fields = { businessId, seq, projectId, actorType, actorId, action, target, detail, requestId, previousHash }
  return createHmac('sha256', await stableSecret('audit'))
    .update(canonicalJson({ ...fields, createdAt: row.createdAt.toISOString() }))
    .digest('hex')
}
