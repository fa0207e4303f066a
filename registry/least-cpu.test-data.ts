/** The share of a thread that reading one input may take. */
export const MAX_CPU_MS = 50
/** Other threads of the process, which collect garbage, count too: work is slow when it is slow each time. */
const ATTEMPTS = 4

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
