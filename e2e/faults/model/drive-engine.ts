import { setTimeout as pause } from 'node:timers/promises'
import { workerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { CrashError } from './crash'

type Drive = { crashes: () => number; stop: () => Promise<void> }

/**
 * Runs the worker again and again, as the job engine does; a run that dies is followed by another one. Any other error
 * ends the drive.
 */
export function driveEngine(): Drive {
  let isWanted = true
  let crashed = 0
  const run = async () => {
    while (isWanted) {
      await runEvmEngine(workerCtx(), CHAIN_ID).catch((error: unknown) => {
        if (!(error instanceof CrashError)) throw error
        crashed += 1
      })
      await pause(20)
    }
  }
  const running = run()
  running.catch(() => {})
  return {
    crashes: () => crashed,
    stop: async () => {
      isWanted = false
      await running
    },
  }
}
