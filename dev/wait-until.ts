import { setTimeout as pause } from 'node:timers/promises'

/** Polls until the check answers true; answers false when the time is over. */
export async function waitUntil(
  check: () => boolean | Promise<boolean>,
  { timeoutMs, everyMs = 50 }: { timeoutMs: number; everyMs?: number },
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    if (await check()) return true
    if (Date.now() >= deadline) return false
    await pause(everyMs)
  }
}
