// Reads "+ <pid> <signal>" and "- <pid>" lines. When its input ends, the process that started it is gone, and whatever
// is still listed is stopped in reverse order. Plain JavaScript: it must start at once, without a compiler.
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

const GRACE_MS = 8_000
const listed = new Map()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

for await (const line of createInterface({ input: process.stdin })) {
  const [action, pid, signal] = line.split(' ')
  if (action === '+') listed.set(Number(pid), signal)
  else listed.delete(Number(pid))
}

for (const [pid, signal] of [...listed].reverse()) {
  const deadline = Date.now() + GRACE_MS
  send(pid, signal)
  while (send(pid, 0) && Date.now() < deadline) await pause(50)
  send(pid, 'SIGKILL')
  send(-pid, 'SIGKILL')
}

function send(pid, signal) {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}
