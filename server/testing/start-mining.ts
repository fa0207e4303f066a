import { setTimeout as wait } from 'node:timers/promises'

export const BLOCK_TIME_MS = 250

type Mining = {
  /** No block comes until `resume`, nor one that was on its way. */
  hold: () => Promise<void>
  resume: () => void
  /** Runs `work` while no block comes, then goes back to what was before. */
  without: <T>(work: () => Promise<T>) => Promise<T>
  /** For good. Throws what the last `mine` threw. */
  stop: () => Promise<void>
}

/**
 * Makes a block of a test's chain every `everyMs`, by default four times a second, full or empty, as a real chain does.
 * anvil's clock counts whole seconds, and a suite mostly waits for blocks; when it mines each transaction at once,
 * anvil can leave the end of a long run of nonces waiting for a next one. A block that could not be made, as on a busy
 * machine, is made again: without blocks a suite would wait for ever.
 */
export function startMining(mine: () => Promise<unknown>, everyMs: number = BLOCK_TIME_MS): Mining {
  const ended = new AbortController()
  let isHeld = false
  let block: Promise<unknown> = Promise.resolve()
  let failure: unknown = null
  const mineOnce = async () => {
    try {
      await mine()
      failure = null
    } catch (error) {
      failure = error
    }
  }
  async function run() {
    while (!ended.signal.aborted) {
      if (!isHeld) block = mineOnce()
      await block
      await wait(everyMs, undefined, { signal: ended.signal }).catch(() => {})
    }
  }
  const running = run()
  async function hold() {
    isHeld = true
    await block
  }
  return {
    hold,
    resume() {
      isHeld = false
    },
    async without(work) {
      const wasHeld = isHeld
      await hold()
      try {
        return await work()
      } finally {
        isHeld = wasHeld
      }
    },
    async stop() {
      ended.abort()
      await running
      if (failure !== null) throw failure
    },
  }
}
