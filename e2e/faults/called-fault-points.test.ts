import { expect, test } from 'vitest'
import { FAULT_POINTS } from '@/server/fault-point'
import { calledFaultPoints } from './called-fault-points'

const points = Object.values(FAULT_POINTS).flat()
const called = calledFaultPoints(process.cwd(), points)

test.each(points)('%s is an edge of the code', (point) => {
  expect(called).toContain(point)
})
