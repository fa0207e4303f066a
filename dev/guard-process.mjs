// Reads "+ <pid> <signal>", "- <pid>" and "folder <path>" lines. When its input ends, the process that started it is gone:
// the listed processes are stopped, then the listed folders removed. Plain JavaScript: it must start at once, without a compiler.
import { readFileSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

const GRACE_MS = 8_000
const listed = new Map()
const folders = []

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

for await (const line of createInterface({ input: process.stdin })) {
  const [action, pid, signal] = line.split(' ')
  if (action === 'folder') folders.push(line.slice('folder '.length))
  else if (action === '+') listed.set(Number(pid), signal)
  else listed.delete(Number(pid))
}

for (const [pid, signal] of listed) send(pid, signal)
const deadline = Date.now() + GRACE_MS
while ([...listed.keys()].some(isAlive) && Date.now() < deadline) await pause(50)
for (const pid of listed.keys()) {
  if (isAlive(pid)) send(pid, 'SIGKILL')
  send(-pid, 'SIGKILL')
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true })

function isAlive(pid) {
  if (!send(pid, 0)) return false
  if (process.platform !== 'linux') return true
  try {
    // A process that ended but was not collected by its new parent has no command line left.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

function send(pid, signal) {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}
