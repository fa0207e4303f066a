import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { FaultPoint } from '@/server/fault-point'
import type { AppProcess } from './fault-stack'

/** Orders a process to die, or to freeze, when it next passes the point. Takes back what was ordered before. */
export function orderFault(
  { faultFile }: Pick<AppProcess, 'faultFile'>,
  point: FaultPoint,
  signal: 'SIGKILL' | 'SIGSTOP',
): void {
  // Written beside and renamed: the process never reads half an order.
  writeFileSync(`${faultFile}.new`, `${point} ${signal}`)
  renameSync(`${faultFile}.new`, faultFile)
}

/** Takes an order back; false when it was carried out already. */
export function withdrawFault({ faultFile }: Pick<AppProcess, 'faultFile'>): boolean {
  const waits = existsSync(faultFile)
  rmSync(faultFile, { force: true })
  return waits
}
