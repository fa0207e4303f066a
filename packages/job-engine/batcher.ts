interface Waiting<In, Out> {
  item: In
  resolve(result: Out): void
  reject(error: unknown): void
}

/**
 * Joins calls that arrive while an earlier one is at work, so that under load many share one transaction.
 * When a shared one fails, each call is tried alone: one bad item must not fail its neighbours.
 */
export function createBatcher<In, Out>(
  work: (items: In[]) => Promise<Out[]>,
  maxSize: number,
): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = []
  let busy = false

  async function settle(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [index, result] of results.entries()) batch[index]?.resolve(result)
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const one of batch) await settle([one])
    }
  }

  async function drain(): Promise<void> {
    busy = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxSize)
      waiting = waiting.slice(maxSize)
      await settle(batch)
    }
    busy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!busy) void drain()
    })
}
