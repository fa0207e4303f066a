import { setTimeout as wait } from 'node:timers/promises'
import { postWebhook } from './post-webhook'

/** A separate process: POSTs to bad receivers, and reports the memory that took, in bytes. Run with --expose-gc. */
const [, , ...urls] = process.argv
const AT_ONCE = 20

/** The memory in use, after garbage collection. */
async function settled(): Promise<number> {
  for (let n = 0; n < 4; n++) {
    global.gc?.()
    await wait(50)
  }
  return inUse()
}

function inUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function post(count: number): Promise<void> {
  let next = 0
  const body = JSON.stringify({ data: 'x'.repeat(1_000) })
  const one = async () => {
    for (let n = next++; n < count; n = next++)
      await postWebhook({ url: urls[n % urls.length] ?? '', headers: {}, body }, { timeoutMs: 300 })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

await post(60)
const before = await settled()
let peak = before
const watch = setInterval(() => {
  peak = Math.max(peak, inUse())
}, 5)
await post(240)
clearInterval(watch)
process.stdout.write(JSON.stringify({ before, peak, after: await settled() }), () => process.exit(0))
