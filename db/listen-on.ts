import { setTimeout as wait } from 'node:timers/promises'
import type postgres from 'postgres'

const RETRY_MS = 250

/** Opens a separate driver, whose socket calls back when it closes. */
type OpenDriver = (onSocketClosed: () => void) => postgres.Sql

/**
 * Listens on a channel until it is ended. Rejects if the first try fails. A connection that is lost later is replaced,
 * and `onListening` is called each time, because notifications in between are lost.
 */
export async function listenOn(
  open: OpenDriver,
  { channel, onNotify, onListening }: { channel: string; onNotify: (text: string) => void; onListening: () => void },
): Promise<{ end: () => Promise<void> }> {
  let isOver = false
  const held: { driver: postgres.Sql | null } = { driver: null }

  const end = async () => {
    await held.driver?.end({ timeout: 0 })
  }
  const start = async () => {
    let isListening = false
    const opened = open(() => {
      if (isListening) void restart()
    })
    try {
      await opened.listen(channel, onNotify)
      isListening = true
    } catch (error) {
      await opened.end({ timeout: 0 })
      throw error
    }
    held.driver = opened
    onListening()
  }
  const restart = async () => {
    await end()
    held.driver = null
    while (!isOver) {
      if (await succeeds(start)) break
      await wait(RETRY_MS, undefined, { ref: false })
    }
    if (isOver) await end()
  }
  await start()
  return {
    end: async () => {
      isOver = true
      await end()
    },
  }
}

function succeeds(work: () => Promise<void>): Promise<boolean> {
  return work().then(
    () => true,
    () => false,
  )
}
