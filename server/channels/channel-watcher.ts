import { eq } from 'drizzle-orm'
import { alarmChannels } from '@/db/schema'
import type { Watcher } from '@/server/alarms/watcher'
import { readLastAttempts } from './read-last-attempts'

/** One failure may be a moment of the network. */
const FAILED_TRIES = 2

/** The other channels are notified of a channel that cannot be reached. */
export const channelWatcher: Watcher = {
  name: 'alarm channels',
  kinds: ['alarm_channel_failing'],
  async findCauses({ db }) {
    const channels = await db
      .select({ id: alarmChannels.id, name: alarmChannels.name })
      .from(alarmChannels)
      .where(eq(alarmChannels.isActive, true))
    const tries = await readLastAttempts({ db })
    return channels.flatMap(({ id, name }) => {
      const last = tries.get(id)
      if (!last?.error || (last.status === 'pending' && (last.attempts ?? 0) < FAILED_TRIES)) return []
      const message = `The last alarm did not reach ${name}: ${last.error}`
      return [{ kind: 'alarm_channel_failing' as const, chainId: null, subject: name, message }]
    })
  },
}
