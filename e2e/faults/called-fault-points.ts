import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAULT_POINTS, type FaultPoint } from '@/server/fault-point'

/** The fault points that the product's code passes. */
export function calledFaultPoints(root: string): FaultPoint[] {
  const sources = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, 'server', name), 'utf8'))
  return FAULT_POINTS.filter((point) => {
    const call = new RegExp(`faultPoint\\(.*'${point}'`)
    return sources.some((source) => call.test(source))
  })
}
