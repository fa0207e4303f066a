import { commandLineOf } from './process-identity'
import { waitUntil } from './wait-until'

export type StopStep = { signal: NodeJS.Signals; graceMs: number }

// Longer than the app's own time for requests under way.
const POLITE: readonly StopStep[] = [
  { signal: 'SIGTERM', graceMs: 15_000 },
  { signal: 'SIGKILL', graceMs: 5_000 },
]

/** Sends each signal in turn until the process has ended. */
export async function stopProcess(pid: number, steps: readonly StopStep[] = POLITE): Promise<void> {
  for (const { signal, graceMs } of steps) {
    try {
      process.kill(pid, signal)
    } catch {
      break
    }
    if (await waitUntil(() => commandLineOf(pid) === null, { timeoutMs: graceMs })) break
  }
  try {
    // Each part leads a process group; nothing it started may outlive it.
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has no process left.
  }
}
