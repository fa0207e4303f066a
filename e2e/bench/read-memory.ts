import { execFileSync } from 'node:child_process'
import type { ThrowawayStack } from '@/e2e/throwaway-stack'

/** Resident memory of the stack's own processes, from `ps`. */
export function readMemory({ pids }: ThrowawayStack['facts']): string {
  return ['app', 'engine'].map((name) => `${name} ${Math.round(residentKib(pids[name]) / 1024)} MB`).join(', ')
}

function residentKib(pid: number | undefined): number {
  if (pid === undefined) throw new Error('the stack does not tell the process')
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))
}
