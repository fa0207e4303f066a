import { expect, test } from 'vitest'
import { FAULT_POINTS } from '@/server/fault-point'
import { calledFaultPoints } from './called-fault-points'

const called = calledFaultPoints(process.cwd())

test.each(FAULT_POINTS)('%s is an edge of the code', (point) => {
  expect(called).toContain(point)
})
