import type { WorkerCtx } from '@/server/ctx'
import { requirePassword } from './require-password'

type Given = { person: { id: string; email: string }; password: string }

/**
 * The one place that asks again who acts, before what cannot be undone: a fresh second factor belongs here. Today it is
 * the password. Throws invalid.
 */
export function requireFreshFactor(ctx: Pick<WorkerCtx, 'db' | 'now'>, given: Given): Promise<void> {
  return requirePassword(ctx, given)
}
