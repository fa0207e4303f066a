import { setTimeout as wait } from 'node:timers/promises'
import { rpc } from './rpc'

/** The period of anvil's own timer while this process mines, in seconds. */
export const UNUSED_TIMER_SECONDS = 86_400

type Rhythm = { everyMs: number; signal: AbortSignal }

/** Mines one block every `everyMs` until the signal. Mines nothing while the chain has a timer. */
export async function keepMining(rpcUrl: string, { everyMs, signal }: Rhythm): Promise<void> {
  for (let due = Date.now() + everyMs; !signal.aborted; due = Math.max(due + everyMs, Date.now())) {
    await wait(due - Date.now(), undefined, { signal, ref: false }).catch(() => {})
    // A chain that is down is reported by its supervisor.
    if (!signal.aborted) await mine(rpcUrl).catch(() => {})
  }
}

async function mine(rpcUrl: string): Promise<void> {
  const timer = await rpc(rpcUrl, 'anvil_getIntervalMining', [])
  if (timer === UNUSED_TIMER_SECONDS) await rpc(rpcUrl, 'evm_mine', [])
}
