import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FaultPoint } from '@/server/fault-point'

/** The fault points among these that the product's code passes. */
export function calledFaultPoints<Point extends FaultPoint>(root: string, points: readonly Point[]): Point[] {
  const sources = ['server', 'transport'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  )
  return points.filter((point) => {
    const call = new RegExp(`faultPoint\\(.*'${point}'`)
    return sources.some((source) => call.test(source))
  })
}
