/** Lets one loop wait for whatever happens next. */
export type WakeSignal = {
  ring: () => void
  /** Resolves at the next ring, or after `timeoutMs` where given. */
  next: (timeoutMs?: number) => Promise<void>
}

/** Rings before the call of `next()` are not kept. */
export function createWakeSignal(): WakeSignal {
  let waiting: (() => void)[] = []
  return {
    ring() {
      const rung = waiting
      waiting = []
      for (const resolve of rung) resolve()
    },
    next: (timeoutMs) =>
      new Promise((resolve) => {
        const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs)
        waiting.push(() => {
          clearTimeout(timer)
          resolve()
        })
      }),
  }
}
