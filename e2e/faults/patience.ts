import { availableParallelism, loadavg } from 'node:os'

/**
 * How long a run waits for what takes `ms` at most on a machine that has nothing else to do: in proportion longer where
 * more processes want to run than there are cores. Never shorter.
 */
export function patience(ms: number): number {
  const [lastMinute = 0] = loadavg()
  return ms * Math.max(1, lastMinute / availableParallelism())
}
