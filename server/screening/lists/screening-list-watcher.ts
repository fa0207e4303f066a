import type { Watcher } from '@/server/alarms/watcher'
import { env } from '@/server/env'
import { findListState } from './read-list'

/** After this time without a reading a list may no longer be what its authority publishes. */
const MAX_AGE_MS = 48 * 3_600_000

/** The list of blocked addresses that SCREENING_LIST names, if it cannot be read or is not believed. */
export const screeningListWatcher: Watcher = {
  name: 'screening-list',
  kinds: ['screening_list_failing'],
  works: ['read-screening-list'],
  async findCauses(ctx) {
    if (env().SCREENING_LIST === 'none') return []
    const state = await findListState(ctx)
    // The job has not looked yet: silent jobs have a separate alarm.
    if (state === null) return []
    const { error, readAt, count } = state
    const isOld = readAt !== null && ctx.now().getTime() - readAt.getTime() > MAX_AGE_MS
    if (error === null && !isOld) return []
    const inForce =
      readAt === null ? 'None was ever read' : `The one of ${readAt.toISOString()} with ${count} addresses is in force`
    const message = `The list of blocked addresses: ${error ?? 'It was not read for two days'}. ${inForce}`
    return [{ kind: 'screening_list_failing' as const, chainId: null, subject: 'SCREENING_LIST', message }]
  },
}
