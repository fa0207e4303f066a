/** Lets one loop wait for whatever happens next; rings before `next()` was asked for are not kept. */
export class Bell {
  #waiting: (() => void)[] = []

  ring(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }

  /** Resolves at the next ring, or after `timeoutMs` where given. */
  next(timeoutMs?: number): Promise<void> {
    return new Promise((resolve) => {
      if (timeoutMs !== undefined) setTimeout(resolve, timeoutMs)
      this.#waiting.push(resolve)
    })
  }
}
