import { setTimeout as pause } from 'node:timers/promises'
import { workerCtx } from '@/server/ctx'
import { pumpChain } from '@/server/engine/evm/pump-chain'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { CrashError } from './crash'

type Drive = { crashes: () => number; stop: () => Promise<void> }

/**
 * Runs the pump again and again, as the job engine does; a run that dies is followed by another one. Any other error
 * ends the drive.
 */
export function driveEngine(): Drive {
  let isWanted = true
  let crashed = 0
  const run = async () => {
    while (isWanted) {
      await pumpChain(workerCtx(), CHAIN_ID).catch((error: unknown) => {
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
