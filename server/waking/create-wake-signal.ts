/** Lets one loop wait for whatever happens next. */
export type WakeSignal = {
  wake: () => void
  /** Resolves at the next wake-up, or after `timeoutMs` where given. */
  next: (timeoutMs?: number) => Promise<void>
}

/** Wake-ups before the call of `next()` are lost. */
export function createWakeSignal(): WakeSignal {
  let waiting: (() => void)[] = []
  return {
    wake() {
      const signaled = waiting
      waiting = []
      for (const resolve of signaled) resolve()
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
