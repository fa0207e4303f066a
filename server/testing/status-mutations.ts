import { platformSettings } from '@/db/schema'
import { inWorker } from '@/server/ctx'
import type { MutationCall } from './mutation-call'
import type { MutationWorld } from './mutation-world'

/** The mutations of the status page, from its being off: the setting is the installation's, no world's own. */
export const STATUS_MUTATIONS: Record<string, (world: MutationWorld) => Promise<MutationCall>> = {
  'status.setPublic': async ({ operator }) => {
    const value = { isPublic: false }
    await inWorker(({ db }) =>
      db
        .insert(platformSettings)
        .values({ key: 'status-page', value })
        .onConflictDoUpdate({ target: platformSettings.key, set: { value } }),
    )
    return { as: operator, input: { isPublic: true } }
  },
}
