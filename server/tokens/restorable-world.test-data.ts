import { afterAll, beforeAll, vi } from 'vitest'
import { openRestores } from '@/server/engine/recovery/restore-world.test-data'

/**
 * Opens the world of a test file before its tests, with backups and restores of its database, and closes it at the end.
 */
export function openRestorable<World extends { database: { url: string }; close: () => Promise<void> }>(
  open: () => Promise<World>,
) {
  let world: World | null = null
  const opened = () => {
    if (!world) throw new Error('the world opens in beforeAll')
    return world
  }
  beforeAll(async () => {
    world = await open()
  })
  afterAll(async () => {
    vi.useRealTimers()
    await world?.close()
  })
  const restores = openRestores({
    get url() {
      return opened().database.url
    },
  })
  return {
    get world() {
      return opened()
    },
    restores,
  }
}
