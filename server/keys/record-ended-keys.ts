import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import { apiKeys } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { env } from '@/server/env'

/** Longer than a transaction that ends a key may take. */
const SLACK_MS = 60_000
const uuid = z.uuid()
const memory = () => oncePerProcess('ended-keys', () => ({ lookedAt: 0 }))

/**
 * Notes outside the database which API keys have ended, and ends again what a restored backup made valid. Notes are
 * never removed, since a key that ended is never valid again. Does nothing without RESTORE_MARK_FILE, beside which they
 * are, or where that cannot be reached: the log says so then.
 */
export async function recordEndedKeys(ctx: WorkerCtx, file = env().RESTORE_MARK_FILE): Promise<void> {
  if (file === undefined) return
  const folder = `${file}.ended-keys`
  const noted = await readNotes(folder)
  if (noted === null) return
  await endAgain(noted.filter((name) => uuid.safeParse(name).success))
  const lookedAt = ctx.now().getTime()
  const since = new Date(memory().lookedAt - SLACK_MS)
  const missing = (await listEnded(ctx, since)).filter((id) => !noted.includes(id))
  const written = await Promise.allSettled(missing.map((id) => writeFile(join(folder, id), '')))
  if (written.every(({ status }) => status === 'fulfilled')) memory().lookedAt = lookedAt
}

async function readNotes(folder: string): Promise<string[] | null> {
  try {
    await mkdir(folder, { recursive: true })
    return await readdir(folder)
  } catch {
    return null
  }
}

async function listEnded({ db, now }: WorkerCtx, since: Date): Promise<string[]> {
  const { id, revokedAt, expiresAt } = apiKeys
  const rows = await db
    .select({ id })
    .from(apiKeys)
    .where(or(gt(revokedAt, since), and(gt(expiresAt, since), lte(expiresAt, now()))))
  return rows.map((row) => row.id)
}

async function endAgain(ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await inWorker(async ({ db, now }) => {
    const { id, revokedAt, expiresAt } = apiKeys
    const ended = await db
      .update(apiKeys)
      .set({ revokedAt: now() })
      .where(and(inArray(id, ids), isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, now()))))
      .returning()
    for (const { id: target, businessId, projectId, lastFour } of ended) {
      const who = { actor: { type: 'system', id: 'recovery' }, requestId: 'recovery' } as const
      const detail = { lastFour, reason: 'It had ended before a backup was restored' }
      await appendAudit({ db, now, businessId, projectId, ...who }, { action: 'key.revoked', target, detail })
    }
  })
}

/** As a process that just started. */
export function forgetEndedKeys(): void {
  memory().lookedAt = 0
}
