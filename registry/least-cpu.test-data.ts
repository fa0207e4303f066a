/** Other threads of the process, which collect garbage, count too: work is slow when it is slow each time. */
const ATTEMPTS = 4

/**
 * The CPU milliseconds that reading one input may take: five times those of JSON.parse for a megabyte of short texts in
 * this process, because machines differ. On one where these take 10 ms it is 50 ms.
 */
export const MAX_CPU_MS = 5 * parsingMs()

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** The least CPU milliseconds that the work took in a few attempts. Stops at the first within `MAX_CPU_MS`. */
export function leastCpuMs(work: () => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && least > MAX_CPU_MS; attempt++) {
    const before = process.cpuUsage()
    work()
    least = Math.min(least, cpuMsSince(before))
  }
  return least
}

/** As `leastCpuMs`, for a call that is waited for. Nothing else may run in the process meanwhile. */
export async function leastCpuMsOfCall(call: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && least > MAX_CPU_MS; attempt++) {
    const before = process.cpuUsage()
    await call()
    least = Math.min(least, cpuMsSince(before))
  }
  return least
}

function parsingMs(): number {
  const text = JSON.stringify(Array.from({ length: 80_000 }, (_, n) => `item ${n}`))
  const attempts = Array.from({ length: 2 * ATTEMPTS }, () => {
    const before = process.cpuUsage()
    JSON.parse(text)
    return cpuMsSince(before)
  })
  return Math.min(...attempts)
}
